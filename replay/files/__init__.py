"""Check, copy, export and import a log as a file."""
