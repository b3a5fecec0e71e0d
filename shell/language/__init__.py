"""The language that is typed: its grammar, and reading, completing, spelling and explaining it."""
