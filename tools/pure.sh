#!/usr/bin/env bash
# The rules, their words and the agents without features: for WebAssembly, and with few dependencies.

source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

# The crates of a program that depends on engine and agents only, itself too.
MOST_CRATES=45

need_cargo
crates="$(cargo tree --locked --no-default-features --package spariglio-engine --package spariglio-agents \
    --edges normal --prefix none --format '{p}' | cut --delimiter ' ' --fields 1,2 | sort -u | sed '/^$/d')"
count=$((1 + $(wc -l <<<"$crates")))
[ "$count" -le "$MOST_CRATES" ] || die "$count crates, expected at most $MOST_CRATES:"$'\n'"$crates"
say "$count crates"
if has_wasm; then
    cargo check --locked --no-default-features --target "$WASM" \
        --package spariglio-engine --package spariglio-text --package spariglio-agents
else
    skipped 'crates for WebAssembly' "rustc has no $WASM"
fi
cargo test --locked --no-default-features --package spariglio-agents --test pure
