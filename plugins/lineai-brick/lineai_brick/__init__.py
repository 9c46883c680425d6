"""Read-only questions to a code graph that was frozen into one JSON file."""
