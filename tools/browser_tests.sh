#!/usr/bin/env bash
# Tests the pages of `spariglio serve` and of reviews in a real browser. Installs a browser if there is none.

source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

command -v chromium-headless-shell >/dev/null || command -v chromium >/dev/null || install_packages chromium-headless-shell
SPARIGLIO="$(realpath "$SPARIGLIO")" PYTHONPATH=tools .venv/bin/python -m pytest --quiet -p skips -p no:cacheprovider --numprocesses 2 --dist worksteal apps/web/browser
