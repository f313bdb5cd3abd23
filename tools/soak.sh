#!/usr/bin/env bash
# The long tests: kills and faults of every command that writes; many more random rule sets, hands, hidden cards and
# calls of the Python package than in `make test`; the large brute-force counts; coverage-guided fuzzing of every
# target; the unsafe code under valgrind; the examples of other projects' frameworks. Takes hours. Shows the figures
# that tests print.
# TIMES is the factor for the number of random tests (default 50). MINUTES (default 60) is the time for kills and
# faults; `mutants` checks that they find faults put into copies of the sources. ONLY selects steps: faults, mutants,
# laws, fuzz, memory, wheel, data (Croissant metadata, a server of S3), frameworks (writes docs/results/frameworks.md),
# container, systems (the tests on Windows and ARM by wine and qemu), cluster (the recipes for SLURM and Kubernetes),
# pages (whole hands in a browser, 40 of each game if TIMES is 50).

source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

TIMES="${TIMES:-50}"
MINUTES="${MINUTES:-60}"
ONLY="${ONLY:-faults mutants laws fuzz memory wheel data frameworks container systems cluster pages}"

wanted() {
    [[ " $ONLY " == *" $1 "* ]]
}

# 1,000 kills if TIMES is 50.
kills_and_faults() {
    need_tools
    cargo build --locked --release --package spariglio-cli --features train
    "$PYTHON" tools/faults --spariglio "$SPARIGLIO" --train --kills "$((20 * TIMES))" --faults 1000000 --rounds "$((TIMES / 5 + 1))" --minutes "$MINUTES"
}

faults_by_hand() {
    need_tools
    "$PYTHON" tools/mutants.py
}

# Stable Rust has no Miri and no sanitizers: valgrind checks every access to memory. It supports AVX2 but not AVX-512.
unsafe_code() {
    command -v valgrind >/dev/null || {
        skipped 'unsafe code' 'valgrind is missing (Debian: valgrind)'
        return
    }
    export CARGO_TARGET_X86_64_UNKNOWN_LINUX_GNU_RUNNER='valgrind --quiet --error-exitcode=99 --leak-check=no'
    cargo test --locked --release --package spariglio-agents --lib net::
    cargo test --locked --release --package spariglio-agents --test net
    cargo test --locked --release --package spariglio-engine --test laws -- sampling:: hand_flow::presets views::worlds_of_presets
}

long_pages() {
    build_program
    env SPARIGLIO_HANDS="$((TIMES * 4 / 5))" bash tools/browser_tests.sh -k visible_agrees
}

long_wheel() {
    bash tools/wheel.sh
    # A million random calls if TIMES is 50.
    env SPARIGLIO_FUZZ_CALLS="$((20000 * TIMES))" bash tools/python_tests.sh
}

# The tool of Croissant and the server of S3 are too large for tools/requirements.txt.
data() {
    bash tools/wheel.sh
    "$PYTHON" -m venv --clear target/data
    target/data/bin/python -m pip install --quiet --disable-pip-version-check \
        mlcroissant==1.1.1 'moto[server,s3]>=5,<6' s3fs pytest 'polars>=2.1,<3' pyarrow dist/spariglio-*.whl
    target/data/bin/python -m pytest -q --import-mode=importlib -c apps/python/pyproject.toml apps/python/tests/test_remote.py
    bash tools/dataset.sh 4 target/data/bin/python
}

frameworks() {
    need_tools
    bash tools/wheel.sh
    "$PYTHON" tools/frameworks.py
}

collect_skips
trap 'rm -f "$SPARIGLIO_SKIPS"' EXIT
step 'set up' bash tools/setup.sh
step 'bubblewrap' want_bubblewrap
! wanted faults || step 'kills and faults' kills_and_faults
! wanted mutants || step 'faults put in by hand' faults_by_hand
! wanted memory || step 'unsafe code' unsafe_code
! wanted laws || step 'long tests' env SPARIGLIO_SOAK="$TIMES" cargo test "${EVERYTHING[@]}" -- --show-output
! wanted pages || step 'long tests of pages' long_pages
! wanted wheel || step 'long tests of the wheel' long_wheel
! wanted data || step 'data' data
! wanted frameworks || step 'frameworks' frameworks
! wanted systems || step 'other systems' bash tools/suites.sh
! wanted cluster || step 'cluster' bash tools/cluster.sh
! wanted container || step 'container' bash tools/container.sh
if wanted fuzz; then
    # Five minutes per target if TIMES is 50.
    for target in $(fuzz_targets); do
        step "fuzz $target" bash tools/fuzz.sh "$target" "$((6 * TIMES))"
    done
fi
tell_skips
say "all passed in $SECONDS s"
