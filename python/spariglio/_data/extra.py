"""Packages that an extra installs."""

from __future__ import annotations

from importlib import import_module
from typing import Any


def need(package: str, extra: str) -> Any:
    """The package; `ImportError` says which extra of Spariglio has it."""
    try:
        return import_module(package)
    except ImportError as error:
        raise ImportError(f"this needs {package}: pip install 'spariglio[{extra}]'") from error
