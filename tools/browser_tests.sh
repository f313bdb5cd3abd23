#!/usr/bin/env bash
# Tests the pages of `spariglio serve` and of reviews in a real browser. Installs a browser if there is none. A browser on
# a busy machine can be late: tests that fail get a second try, one after the other, and their names stay in the output.
# Arguments go to pytest, such as -k NAME.

source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

pages() {
    SPARIGLIO="$(realpath "$SPARIGLIO")" PYTHONPATH=tools .venv/bin/python -m pytest --quiet -p skips \
        -o cache_dir=target/browser-tests "$@" apps/web/browser
}

command -v chromium-headless-shell >/dev/null || command -v chromium >/dev/null || install_packages chromium-headless-shell
status=0
pages --numprocesses 2 --dist worksteal "$@" || status=$?
# Only failed tests (status 1) are tried again.
[ "$status" -eq 1 ] || exit "$status"
say 'second try of the tests that failed:'
pages --last-failed
