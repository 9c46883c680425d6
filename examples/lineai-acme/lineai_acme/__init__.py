"""Acme's own plugin for Lineai."""
