"""Characters: who they are."""
