"""Settings: the only room that reads environment variables and the settings file."""
