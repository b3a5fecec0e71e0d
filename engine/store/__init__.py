"""Where events are kept: one SQLite file with its safeguards and its chain, and what this computer remembers of it."""
