"""Find, load, isolate and ask plugins; nothing here knows what a plugin is for."""
