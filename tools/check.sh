#!/usr/bin/env bash
# Everything that `make test` leaves out: tests inside the crates, doc examples, torch, Python, browser, notebooks, site,
# faults, lints, licences.

source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

LOG="$(mktemp)"
collect_skips
trap 'rm -f "$LOG" "$SPARIGLIO_SKIPS"; kill "${ENVIRONMENTS:-}" 2>/dev/null || true' EXIT

need_components() {
    need_tools
    cargo clippy --version >/dev/null 2>&1 || die "clippy is missing: rustup component add clippy"
}

shell_parses() {
    bash -n tools/*.sh .ci/run
}

# The environments of Python come while Rust compiles.
begin_environments() {
    (for name in '' torch minds; do bash tools/venv.sh $name; done) >"$LOG" 2>&1 &
    ENVIRONMENTS=$!
}

end_environments() {
    wait "$ENVIRONMENTS" || {
        cat "$LOG" >&2
        die "the environments of Python could not be made"
    }
}

# A build without the server compiles no async runtime.
no_runtime() {
    local tree
    tree="$(cargo tree --locked --package spariglio-cli --no-default-features --edges normal)"
    ! grep --extended-regexp '\b(tokio|axum) ' <<<"$tree"
}

features_of() {
    cargo tree --locked "$@" --prefix none --no-dedupe --format '{p} [{f}]' | sed 's/ (\*)$//' | sort --unique
}

# Tests, the back end on libtorch and the Python package compile no crate again with other features.
one_set_of_features() {
    local program all python twice
    program="$(features_of --workspace --exclude spariglio-torch --edges normal)"
    all="$(features_of --workspace --edges normal,dev)"
    python="$(features_of --package spariglio-python --edges normal)"
    twice="$(comm -23 <(echo "$program") <(echo "$all"); comm -13 <(echo "$program") <(echo "$python"))"
    [ -z "$twice" ] || die "Cargo.toml: expected the same features in every selection of crates, found others of: $twice"
}

# The back end on libtorch, and the commands that learn. Tests with other names have run in `make test`.
torch_tests() {
    cargo build "${EVERYTHING[@]}" --bins
    cargo test "${EVERYTHING[@]}" --test agreement
    cargo test "${EVERYTHING[@]}" --test all -- learn:: train::
}

# The commands of the README and the tutorials, with the wheel that is there.
pages() {
    install_wheel .venv
    .venv/bin/python tools/run_pages.py --spariglio "$SPARIGLIO"
}

documentation() {
    RUSTDOCFLAGS='-D warnings' cargo doc "${EVERYTHING[@]}" --no-deps
}

say 'Tests the rest: about 40 minutes on two cores, after `make test`.'
step 'tools' need_components
step 'scripts' shell_parses
step 'set up' bash tools/setup.sh
step 'bubblewrap' want_bubblewrap
begin_environments
step 'no async runtime without the server' no_runtime
step 'one set of features' one_set_of_features
step 'Rust lints' cargo clippy "${EVERYTHING[@]}" --all-targets -- -D warnings
step 'changes' bash tools/changes.sh
step 'Rust documentation' documentation
step 'torch' torch_tests
step 'tests in the crates' cargo test "${EVERYTHING[@]}" --lib --bins
step 'doc examples' cargo test "${EVERYTHING[@]}" --doc
end_environments
step 'licences' .venv/bin/python tools/licences.py --check
step 'address' .venv/bin/python tools/address.py --check
step 'archive' .venv/bin/python tools/archive.py check --spariglio "$SPARIGLIO" --out target/archive
step 'bot for apps' bash tools/bot.sh
step 'Windows' env SYSTEMS=x86_64-pc-windows-gnu bash tools/suites.sh --no-run
step 'Python lints' .venv/bin/ruff check tools notebooks apps
step 'Python format' .venv/bin/ruff format --check tools notebooks apps
step 'kills and faults' .venv/bin/python tools/faults --spariglio "$SPARIGLIO" --train --kills 20 --faults 60 --seed 1
step 'browser tests' bash tools/browser_tests.sh
step 'Python wheel' bash tools/wheel.sh
step 'pages' pages
step 'Python stubs' bash tools/stubs.sh --check
step 'Python tests' bash tools/python_tests.sh
step 'data sets' bash tools/dataset.sh
step 'Python with torch' bash tools/torch_tests.sh
step 'language models' bash tools/minds_tests.sh
step 'other notebooks' .venv/bin/python tools/run_notebooks.py --new target/notebooks
step 'documentation site' bash tools/site.sh
tell_skips
say "all passed in $SECONDS s"
