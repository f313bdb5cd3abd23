#!/usr/bin/env bash
# Plays what the results in docs/strength/ lack of every ladder of configs/arena/, then makes docs/strength.md from them.
# All of it takes many hours on two cores (docs/strength.md has the time of every row); a killed run goes on where it was.
# Arguments go to `spariglio ladder`: --only TEXT plays some rows, --threads N bounds the cores.

source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

need_compiler
step 'build' cargo build --locked --release -p spariglio-cli
step 'play' "$SPARIGLIO" ladder configs/arena/ladder_*.toml --out docs/strength "$@"
step 'page' "$SPARIGLIO" ladder --page docs/strength.md --from docs/strength
say "all done in $SECONDS s: docs/strength.md"
