"""Imports of optional packages."""

from __future__ import annotations

from importlib import import_module
from typing import Any


def need(package: str, extra: str) -> Any:
    """Imports a package. If it is missing, the `ImportError` names the extra of Spariglio that installs it."""
    try:
        return import_module(package)
    except ImportError as error:
        raise ImportError(f"this needs {package}: pip install 'spariglio[{extra}]'") from error
