"""Import one plugin, check it and ask it, all in one go."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pluggy

from lineai_core._config.settings import Settings
from lineai_core._plugins.contribution import Contribution, collect
from lineai_core._plugins.discovery import Candidate
from lineai_core._plugins.rules import check_api, check_hooks


class Loading:
    """The loading of one plugin. ``stage`` says how far it has come; ``late``, that nobody waits any more.

    A late plugin is asked for its contribution and then takes no part in later calls of hooks: it would
    stand before those that came in time.
    """

    def __init__(
        self, manager: pluggy.PluginManager, candidate: Candidate, find: Callable[[], Any], settings: Settings
    ) -> None:
        self._manager = manager
        self._candidate = candidate
        self._find = find
        self._settings = settings
        self.stage = "import"
        self.late = False

    def run(self) -> Contribution:
        """Return what the plugin contributes; raise ``RuleBroken``, and whatever the plugin raises."""
        name, label = self._candidate.name, self._candidate.label
        plugin = self._find()
        self.stage = "api"
        check_api(plugin)
        self.stage = "register"
        check_hooks(self._manager, plugin)
        self._manager.register(plugin, name=name)
        self.stage = "contribute"
        try:
            return collect(
                self._manager,
                plugin,
                name=name,
                label=label,
                environment=self._settings.environment,
                data_dir=self._settings.home,
            )
        finally:
            if self.late:
                self._manager.unregister(plugin)
