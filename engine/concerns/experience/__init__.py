"""XP: awards, allocations, free practice, and their account."""
