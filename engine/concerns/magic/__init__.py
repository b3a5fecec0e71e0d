"""Magic: spells by range, minor magic with its limits, and rituals.

A ritual has requirements.
"""
