"""Correcting: taking back, putting back, amending, ruling, signing."""
