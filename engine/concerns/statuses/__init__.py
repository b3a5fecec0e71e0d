"""Statuses: states that every character is in, and what they do."""
