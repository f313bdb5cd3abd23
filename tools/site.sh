#!/usr/bin/env bash
# Builds the documentation site from the texts, the notebooks in target/notebooks and the module of tools/bot.sh, and
# checks its links.

source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

.venv/bin/python tools/make_site.py --spariglio "$SPARIGLIO"
.venv/bin/python tools/check_links.py target/site
say 'open target/site/index.html; to play there: python3 -m http.server --directory target/site'
