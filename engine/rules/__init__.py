"""The rules of the games: rules as data, ladders, growth, creation, and the results of dice."""
