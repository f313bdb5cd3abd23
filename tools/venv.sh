#!/usr/bin/env bash
# Makes `.venv` with exactly the packages of tools/requirements.txt, whose hashes pip checks. `tools/venv.sh torch` makes
# `.venv-torch`, which has those of tools/requirements-torch.txt too; `tools/venv.sh minds` makes `.venv-minds`, which has
# those of tools/requirements-minds.txt alone, and `tools/venv.sh wheel` makes `.venv-wheel` likewise. Makes it again if
# a list or the Python changed, or if an earlier run did not finish.

source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

venv=.venv
lists=(tools/requirements.txt)
case "${1:-}" in
torch)
    venv=.venv-torch
    lists+=(tools/requirements-torch.txt)
    ;;
minds | wheel)
    venv=.venv-$1
    lists=("tools/requirements-$1.txt")
    ;;
esac
need_tools
wanted="$("$PYTHON" --version; cat "${lists[@]}")"
if [ -f "$venv/made-from" ] && [ "$(cat "$venv/made-from")" = "$wanted" ]; then
    exit 0
fi
"$PYTHON" -m venv --clear "$venv"
# The lists are whole. Some packages name older versions of others, or what only a GPU needs.
"$venv/bin/python" -m pip install --quiet --disable-pip-version-check --only-binary=:all: --require-hashes --no-deps "${lists[@]/#/--requirement=}"
printf '%s\n' "$wanted" >"$venv/made-from"
