"""Compare two states, two points of one log, or two logs."""
