"""The prompt while a line is typed: offers, colours and the toolbar."""
