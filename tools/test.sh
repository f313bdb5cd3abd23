#!/usr/bin/env bash
# Does it work here? Builds everything except the back end on libtorch, and runs the Rust tests in the folders tests/:
# laws, golden hands, perft, agents, arena, command line. Needs Rust, a C compiler and Python; installs the last two if
# it can. `make check` has the tests inside the crates, because each crate is compiled again for them.

source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

need_components() {
    need_tools
    cargo fmt --version >/dev/null 2>&1 || die "rustfmt is missing: rustup component add rustfmt"
}

say 'Builds and tests in Rust: about 10 minutes from nothing on two cores, 4 minutes the next time.'
collect_skips
trap 'rm -f "$SPARIGLIO_SKIPS"' EXIT
step 'tools' need_components
find_python || die 'no Python 3.11 or later with venv'
step 'Rust format' cargo fmt --all --check
step 'words' "$PYTHON" tools/words.py
step 'bubblewrap' want_bubblewrap
step 'Rust tests' cargo test "${PROGRAMS[@]}" --test '*'
tell_skips
say "all passed in $SECONDS s; \`make check\` tests everything else"
