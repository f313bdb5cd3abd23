#!/usr/bin/env bash
# The long tests: many times as many random rule sets and hands as `make test` has time for, and the large brute-force counts. Takes hours.
# TIMES says how many times as many (50 unless given).

source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

TIMES="${TIMES:-50}"

step 'set up' bash scripts/setup.sh
step 'long tests' env SPARIGLIO_SOAK="$TIMES" PROPTEST_CASES="$((256 * TIMES))" \
    cargo test --locked --release --workspace --features spariglio-cli/train
say "all passed in $SECONDS s"
