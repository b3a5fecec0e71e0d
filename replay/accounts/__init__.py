"""XP as a bank would state it, and what explains a difference."""
