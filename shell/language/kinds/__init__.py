"""Kinds of values in a line: how each is read, offered and spelled."""
