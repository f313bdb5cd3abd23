#!/usr/bin/env bash
# Plays all rows that the results in docs/results/strength/ lack, of every ladder in configs/arena/, then makes
# docs/results/strength.md. All rows take many hours on two cores (docs/results/strength.md has the time of every row).
# If a run is killed, the next one resumes it.
# Arguments go to `spariglio ladder`: --only TEXT plays some rows, --threads N limits the cores.

source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

need_compiler
step 'build' build_program
step 'play' "$SPARIGLIO" ladder configs/arena/ladder_*.toml --out docs/results/strength "$@"
step 'page' "$SPARIGLIO" ladder --page docs/results/strength.md --from docs/results/strength
say "all done in $SECONDS s: docs/results/strength.md"
