"""Tables: results of dice outside checks, such as weather and hit locations.

Critical results are another example.
"""
