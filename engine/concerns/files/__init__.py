"""The log as a file."""
