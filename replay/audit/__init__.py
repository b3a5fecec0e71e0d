"""Whether everything in a log adds up."""
