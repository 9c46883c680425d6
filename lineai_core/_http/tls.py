"""Whose certificates are trusted, and which one is shown, on every connection to the backend."""

from __future__ import annotations

import logging
import ssl
from pathlib import Path
from typing import TYPE_CHECKING

import httpx

from lineai_core.errors import ConfigError

if TYPE_CHECKING:
    from lineai_core._config.settings import Settings

_logger = logging.getLogger("lineai.http")
CA_SETTING = "LINEAI_CA_BUNDLE"


def tls_context(settings: Settings, *, base: str) -> ssl.SSLContext:
    """Return how connections to ``base`` are secured.

    Raises ``ConfigError``, naming the setting, if a certificate file cannot be used.
    """
    if not base.startswith("https:"):
        return ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context = _verifying(settings)
    if settings.insecure_tls:
        _logger.warning("LINEAI_INSECURE_TLS is set: anybody can pose as %s and read what is sent.", base)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.check_hostname = False
        context.verify_mode = ssl.CERT_NONE
    _show_certificate(context, settings)
    return context


def _verifying(settings: Settings) -> ssl.SSLContext:
    for name, path in (
        (CA_SETTING, settings.ca_bundle),
        ("SSL_CERT_FILE", settings.ssl_cert_file),
        ("SSL_CERT_DIR", settings.ssl_cert_dir),
        ("REQUESTS_CA_BUNDLE", settings.requests_ca_bundle),
    ):
        if path is not None:
            return _trusting(name, path)
    if settings.trust_store == "system":
        return _system_store()
    return httpx.create_ssl_context(trust_env=False)


def _trusting(name: str, path: Path) -> ssl.SSLContext:
    try:
        if path.is_dir():
            return ssl.create_default_context(capath=str(path))
        return ssl.create_default_context(cafile=str(path))
    except OSError as error:  # an SSLError is one
        raise _unusable(name, path, error) from None


def _system_store() -> ssl.SSLContext:
    try:
        import truststore
    except ImportError:
        raise ConfigError(
            "LINEAI_TRUST_STORE is set to system, but the package truststore is not installed.",
            hint=f"Run `pip install truststore`, or name the authority's file in {CA_SETTING}.",
        ) from None
    return truststore.SSLContext(ssl.PROTOCOL_TLS_CLIENT)


def _show_certificate(context: ssl.SSLContext, settings: Settings) -> None:
    if settings.client_cert is None:
        if settings.client_key is not None:
            raise ConfigError("LINEAI_CLIENT_KEY is set, but LINEAI_CLIENT_CERT is not.")
        return
    try:
        # Without a password function, OpenSSL would ask for one on the terminal.
        context.load_cert_chain(
            settings.client_cert, settings.client_key, password=settings.client_key_password.reveal
        )
    except OSError as error:
        raise _unusable("LINEAI_CLIENT_CERT", settings.client_cert, error) from None


def _unusable(name: str, path: Path, error: OSError) -> ConfigError:
    reason = error.strerror if not isinstance(error, ssl.SSLError) else None
    return ConfigError(
        f"{name} names {path}, which cannot be used: {reason or 'it is not what OpenSSL expects there'}.",
        hint="It has to be a readable file in PEM form; an encrypted key needs LINEAI_CLIENT_KEY_PASSWORD."
        if name == "LINEAI_CLIENT_CERT"
        else "It has to be a readable file of certificates in PEM form, or a directory of such files.",
    )
