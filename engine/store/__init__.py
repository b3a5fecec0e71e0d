"""The store of events: one SQLite file with its safeguards and its chain.

It includes what this computer remembers of that file.
"""
