#!/usr/bin/env bash
# Makes `.venv` with exactly the packages of tools/requirements.txt, whose hashes pip checks. Makes it again if the list
# or the Python changed, or if an earlier run did not finish.

source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

need_tools
wanted="$("$PYTHON" --version; cat tools/requirements.txt)"
if [ -f .venv/made-from ] && [ "$(cat .venv/made-from)" = "$wanted" ]; then
    exit 0
fi
"$PYTHON" -m venv --clear .venv
.venv/bin/python -m pip install --quiet --disable-pip-version-check --only-binary=:all: --require-hashes --requirement tools/requirements.txt
printf '%s\n' "$wanted" >.venv/made-from
