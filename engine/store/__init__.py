"""Where events are kept: one SQLite file, its guards and its chain, and what this computer remembers of it."""
