"""What the plugin can be told, by environment variables."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from lineai_core.plugin import Secret, setting


def aliases(text: str) -> Mapping[str, str]:
    """Return the ``alias=workspace`` pairs of a comma-separated text; raise ``ValueError`` if one is not."""
    pairs = [pair.partition("=") for pair in text.split(",") if pair.strip()]
    if not all(name.strip() and workspace.strip() for name, _, workspace in pairs):
        raise ValueError("alias=workspace pairs, separated by commas")
    return {name.strip(): workspace.strip() for name, _, workspace in pairs}


@dataclass(frozen=True, kw_only=True)
class AcmeSettings:
    """Which applications are guarded, which workspaces are scanned at night, and the service key."""

    guarded: tuple[str, ...] = setting(
        "LINEAI_ACME_GUARDED",
        default=("billing", "payroll"),
        help="Applications that must agree to a change (comma-separated).",
    )
    nightly: Mapping[str, str] = setting(
        "LINEAI_ACME_NIGHTLY",
        default_factory=dict,
        parse=aliases,
        help="Short names of workspaces that are scanned at night: alias=workspace, comma-separated.",
    )
    service_key: Secret = setting(
        "LINEAI_ACME_SERVICE_KEY",
        default=Secret(""),
        help="Key of the service account, with which LINEAI_AUTH=acme-key logs in.",
    )
