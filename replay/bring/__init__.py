"""Bring in what was written before there was a log: lists of XP, characters, notes and sheets."""
