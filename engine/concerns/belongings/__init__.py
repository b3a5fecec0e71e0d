"""Things that characters carry."""
