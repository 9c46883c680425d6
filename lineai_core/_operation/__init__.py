"""What those who run a server want to know and to demand of it: state, settings, required plugins."""
