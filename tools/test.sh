#!/usr/bin/env bash
# All tests, from a bare machine. The order finds cheap faults first and compiles everything only once.

source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

LOG="$(mktemp)"
collect_skips
trap 'rm -f "$LOG" "$SPARIGLIO_SKIPS"; kill "${ENVIRONMENT:-}" 2>/dev/null || true' EXIT
EVERYTHING=(--locked --release --workspace --features spariglio-cli/train)

need_components() {
    need_cargo
    cargo fmt --version >/dev/null 2>&1 || die "rustfmt is missing: rustup component add rustfmt"
    cargo clippy --version >/dev/null 2>&1 || die "clippy is missing: rustup component add clippy"
}

shell_parses() {
    bash -n tools/*.sh .ci/run
}

# Installs Python's tools while Rust compiles.
begin_environment() {
    bash tools/venv.sh >"$LOG" 2>&1 &
    ENVIRONMENT=$!
}

end_environment() {
    wait "$ENVIRONMENT" || {
        cat "$LOG" >&2
        die "the Python environment could not be made"
    }
}

# If the server is disabled, no async runtime is compiled.
no_runtime() {
    local tree
    tree="$(cargo tree --locked --package spariglio-cli --no-default-features --edges normal)"
    ! grep --extended-regexp '\b(tokio|axum) ' <<<"$tree"
}

documentation() {
    RUSTDOCFLAGS='-D warnings' cargo doc "${EVERYTHING[@]}" --no-deps
}

step 'components' need_components
step 'Rust format' cargo fmt --all --check
step 'scripts' shell_parses
step 'set up' bash tools/setup.sh
step 'bubblewrap' want_bubblewrap
begin_environment
step 'no async runtime without the server' no_runtime
step 'Rust tests' cargo test "${EVERYTHING[@]}"
end_environment
step 'licences' .venv/bin/python tools/licences.py --check
step 'Python lints' .venv/bin/ruff check tools notebooks apps
step 'Python format' .venv/bin/ruff format --check tools notebooks apps
step 'kills and faults' .venv/bin/python tools/faults --spariglio "$SPARIGLIO" --train --kills 20 --faults 60 --seed 1
step 'browser tests' bash tools/browser_tests.sh
step 'Python wheel' bash tools/wheel.sh
step 'Python stubs' bash tools/stubs.sh --check
step 'Python tests' bash tools/python_tests.sh
step 'notebooks' .venv/bin/python tools/run_notebooks.py --spariglio "$SPARIGLIO" --keep target/notebooks
step 'documentation site' bash tools/site.sh
step 'Rust lints' cargo clippy "${EVERYTHING[@]}" --all-targets -- -D warnings
step 'Rust documentation' documentation
tell_skips
say "all passed in $SECONDS s"
