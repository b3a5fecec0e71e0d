"""Counters: statuses that are numbers, such as mana, hunger or reputation."""
