#!/usr/bin/env bash
# Everything that must hold, from a bare machine, in an order that meets cheap faults first and compiles each thing once.

source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

EVERYTHING=(--locked --release --workspace --features spariglio-cli/train)

need_components() {
    need_cargo
    cargo fmt --version >/dev/null 2>&1 || die "rustfmt is missing: rustup component add rustfmt"
    cargo clippy --version >/dev/null 2>&1 || die "clippy is missing: rustup component add clippy"
}

scripts_parse() {
    bash -n scripts/*.sh .ci/run
}

documentation() {
    RUSTDOCFLAGS='-D warnings' cargo doc "${EVERYTHING[@]}" --no-deps
}

step 'components' need_components
step 'Rust format' cargo fmt --all --check
step 'scripts' scripts_parse
step 'set up' bash scripts/setup.sh
step 'Python environment' bash scripts/venv.sh
step 'Python lints' .venv/bin/ruff check scripts notebooks examples python
step 'Python format' .venv/bin/ruff format --check scripts notebooks examples python
step 'Rust tests' cargo test "${EVERYTHING[@]}"
step 'Python wheel' bash scripts/wheel.sh
step 'Python stubs' bash scripts/stubs.sh --check
step 'Python tests' bash scripts/python_tests.sh
step 'notebooks' .venv/bin/python scripts/run_notebooks.py --spariglio "$SPARIGLIO" --keep target/notebooks
step 'documentation site' bash scripts/site.sh
step 'Rust lints' cargo clippy "${EVERYTHING[@]}" --all-targets -- -D warnings
step 'Rust documentation' documentation
say "all passed in $SECONDS s"
