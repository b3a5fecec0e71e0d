"""The store of events: one SQLite file with safeguards and a hash chain, and this computer's notes on it."""
