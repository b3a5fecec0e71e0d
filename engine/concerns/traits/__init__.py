"""Traits and their levels at creation."""
