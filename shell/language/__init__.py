"""The typed language: its grammar, and how to read, complete, spell, explain it."""
