"""Tracks: boxes marked for hurt, fear or fatigue, and characters out of play."""
