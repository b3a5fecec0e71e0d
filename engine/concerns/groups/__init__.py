"""Who plays together: groups, each with its game master, session and scene, in one world."""
