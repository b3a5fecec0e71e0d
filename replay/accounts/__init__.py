"""State XP as a bank would, and explain a difference."""
