"""Words that seal an evening: five words that prove a log up to an event."""
