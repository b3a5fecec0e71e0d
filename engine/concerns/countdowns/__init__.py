"""Countdowns: rows of boxes that fill up, and the events that then happen."""
