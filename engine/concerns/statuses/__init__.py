"""Statuses: states that every character is in, and their effects."""
