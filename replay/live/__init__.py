"""Show the table as players see it now, for pages that follow an evening."""
