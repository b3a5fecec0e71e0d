"""Damage: what weapons do, what armour keeps off, the damage rating, and wounds."""
