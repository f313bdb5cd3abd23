#!/usr/bin/env bash
# Makes a small data set of each recipe in configs/selfplay/release/, and checks it.
# Usage: tools/dataset.sh [HANDS per shard] [PYTHON of the checks, if it is not that of .venv]

source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

hands="${1:-4}"
out="$(mktemp -d)"
trap 'rm -rf "$out"' EXIT

need_tools
[ -x "$SPARIGLIO" ] || build_program
.venv/bin/python -c 'import pyarrow, spariglio' 2>/dev/null || {
    bash tools/wheel.sh
    install_wheel .venv
}
for recipe in configs/selfplay/release/*.toml; do
    name="$(basename "$recipe" .toml)"
    "$SPARIGLIO" selfplay "$recipe" --hands-per-shard "$hands" --shards 10 --out "$out/$name" --quiet
done
"${2:-.venv/bin/python}" tools/check_dataset.py "$out"/*
