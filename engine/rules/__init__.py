"""What the games say: rules as data, ladders, growth, creation, and what dice come to under them."""
