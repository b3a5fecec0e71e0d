"""Fudge points."""
