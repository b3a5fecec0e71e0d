"""Tracks: boxes marked for hurt, fear or fatigue, and who is out of play."""
