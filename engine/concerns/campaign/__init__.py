"""The campaign, its rules, its checklist and its template."""
