"""What breaks if a table, view or column changes."""
