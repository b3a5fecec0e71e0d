"""XP: awards, allocations and free practice."""
