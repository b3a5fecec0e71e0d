"""Checks: a trait against a difficulty."""
