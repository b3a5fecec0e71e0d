"""A report: the whole campaign as one page for a browser.

It has the sheets at every event.
"""
