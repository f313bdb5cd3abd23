#!/usr/bin/env bash
# Makes `.venv` with exactly what scripts/requirements.txt lists; made anew when the list or the Python changes, or when it was left half made.

source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

need_tools
wanted="$("$PYTHON" --version; cat scripts/requirements.txt)"
if [ -f .venv/made-from ] && [ "$(cat .venv/made-from)" = "$wanted" ]; then
    exit 0
fi
"$PYTHON" -m venv --clear .venv
.venv/bin/python -m pip install --quiet --disable-pip-version-check --only-binary=:all: --requirement scripts/requirements.txt
printf '%s\n' "$wanted" >.venv/made-from
