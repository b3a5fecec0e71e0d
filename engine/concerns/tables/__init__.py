"""Tables: what dice mean outside checks: weather, hit locations, criticals."""
