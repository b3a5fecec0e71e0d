"""Properties, gifts and faults."""
