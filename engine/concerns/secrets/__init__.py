"""Secrets: notes and scenes that players do not see, and NPCs that are shown to them or hidden."""
