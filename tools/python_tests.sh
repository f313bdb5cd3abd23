#!/usr/bin/env bash
# Tests the installed Python wheel.

source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

install_wheel
(cd apps/python && ../../.venv/bin/mypy)
# -P: the folder apps/python/ has no compiled module.
PYTHONPATH=tools .venv/bin/python -P -m pytest --quiet -p skips -p no:cacheprovider --import-mode=importlib --numprocesses 2 --dist worksteal -c apps/python/pyproject.toml apps/python/tests
