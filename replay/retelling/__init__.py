"""An evening as a text to read, and its dice and actions in figures."""
