"""Goals: what has to be done before something is reached, instead of one roll."""
