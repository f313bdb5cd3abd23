#!/usr/bin/env bash
# Makes apps/python/spariglio/_core.pyi from the compiled module. With --check only compares it.

source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

STUB=apps/python/spariglio/_core.pyi

bash tools/venv.sh wheel
folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT
.venv-wheel/bin/maturin generate-stubs --quiet --locked --profile release --manifest-path apps/python/Cargo.toml --out "$folder"
# The generator uses types of these modules without importing them.
sed '0,/^from /s//import collections.abc\nimport numpy\nimport numpy.typing\nimport os\nimport typing\nfrom /' "$folder/$(basename apps/python/spariglio)/_core.pyi" >"$folder/made"
if [ "${1:-}" = --check ]; then
    cmp "$folder/made" "$STUB" || die "$STUB differs from the module: run tools/stubs.sh"
else
    cp "$folder/made" "$STUB"
fi
