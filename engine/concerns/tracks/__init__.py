"""Tracks: boxes that are marked as somebody is hurt, scared or worn out, and who is out of play."""
