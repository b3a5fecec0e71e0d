"""Retelling: an evening as a text to read, and in figures."""
