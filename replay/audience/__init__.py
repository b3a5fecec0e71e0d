"""What players may see: the one rule that every document for them goes through."""
