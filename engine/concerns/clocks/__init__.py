"""Clocks: fights and their rounds, which end what lasts no longer."""
