"""Serve pages for players' phones: in a process of its own, which reads the log and cannot write it."""
