"""What a person sees at the prompt while a line is typed: offers, colours and the toolbar."""
