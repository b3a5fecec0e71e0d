"""Tables: meanings of dice outside checks, such as weather, hit locations and criticals."""
