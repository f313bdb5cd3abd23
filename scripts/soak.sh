#!/usr/bin/env bash
# The long tests: many times as many random rule sets, hands and calls of the Python package as `make test` has time for, and the large brute-force
# counts; then every fuzz target under the guidance of coverage. Takes hours. The figures that tests print are shown.
# TIMES says how many times as many (50 unless given).

source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

TIMES="${TIMES:-50}"

step 'set up' bash scripts/setup.sh
step 'long tests' env SPARIGLIO_SOAK="$TIMES" PROPTEST_CASES="$((256 * TIMES))" \
    cargo test --locked --release --workspace --features spariglio-cli/train -- --show-output
step 'the Python wheel' bash scripts/wheel.sh
# A million random calls where TIMES is 50.
step 'long tests of the wheel' env SPARIGLIO_FUZZ_CALLS="$((20000 * TIMES))" bash scripts/python_tests.sh
# Five minutes each where TIMES is 50.
for file in fuzz/targets/*.rs; do
    target="$(basename "$file" .rs)"
    step "fuzz $target" bash scripts/fuzz.sh "$target" "$((6 * TIMES))"
done
say "all passed in $SECONDS s"
