"""Damage: effects of weapons and armour, the damage rating, and wounds."""
