"""A report: the whole campaign as one page for a browser, with the sheets at every event."""
