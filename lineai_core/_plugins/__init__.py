"""Find, load, isolate and ask plugins; nothing here knows what a plugin is for."""

from lineai_core._plugins.conflicts import conflicts
from lineai_core._plugins.contribution import Contribution
from lineai_core._plugins.host import PluginHost

__all__ = ["Contribution", "PluginHost", "conflicts"]
