"""Questions to a view: search, impact, paths, the scope of a change, owners."""
