"""Explain lines that were misread, and find lines that work."""
