"""Secrets that players do not see: notes, scenes, and NPCs until they are shown."""
