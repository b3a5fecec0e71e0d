"""Goals: complications to meet before something is reached, instead of one roll."""
