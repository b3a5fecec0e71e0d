"""Evenings, scenes and notes."""
