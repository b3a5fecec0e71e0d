"""Corrections: undo, redo, amend, rename, rule and sign."""
