"""The rules of the games: data, ladders, growth, creation and dice results."""
