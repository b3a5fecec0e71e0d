"""Worlds to start with, one for each game: templates that `setup NAME` plays."""
