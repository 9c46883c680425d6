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
    """Which applications are guarded, which workspaces are scanned at night, and how reports are signed."""

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
    signing_secret: Secret = setting(
        "LINEAI_ACME_SIGNING_SECRET",
        default=Secret(""),
        help="Key that signs reports for the release pipeline; unset: reports are not signed.",
    )
