"""Countdowns: rows of boxes that fill up, and what happens then."""
