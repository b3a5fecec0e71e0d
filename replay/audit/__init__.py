"""Check that everything in a log adds up."""
