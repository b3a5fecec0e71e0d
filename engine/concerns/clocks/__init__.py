"""Clocks: fights and their rounds, and the ends of effects that last no longer."""
