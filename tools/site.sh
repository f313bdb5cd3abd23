#!/usr/bin/env bash
# Builds the documentation site from the texts and the notebooks in target/notebooks, and checks its links.

source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

.venv/bin/python tools/make_site.py
.venv/bin/python tools/check_links.py target/site
say "open target/site/index.html"
