"""Contests: two or more sides against each other."""
