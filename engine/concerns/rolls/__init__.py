"""Rolls for no check, reactions, critical results, and secrets."""
