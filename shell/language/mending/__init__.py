"""Mend lines that were misread: say what is wrong, and find lines that work."""
