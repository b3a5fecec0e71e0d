"""Tables: what dice decide outside a check, such as critical results, weather and hit locations."""
