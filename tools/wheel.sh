#!/usr/bin/env bash
# Builds the Python wheel into dist/.

source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

need_compiler
bash tools/venv.sh wheel
rm -f dist/spariglio-*.whl
.venv-wheel/bin/maturin build --quiet --locked --release --manifest-path apps/python/Cargo.toml --out dist
say "install it: pip install $(echo dist/spariglio-*.whl)"
