#!/usr/bin/env bash
# Runs the tests of engine, agents, arena and files as programs of other systems: `tools/suites.sh`, or compiles them only:
# `tools/suites.sh --no-run`. SYSTEMS selects systems.

source "$(dirname "${BASH_SOURCE[0]}")/systems.sh"

MODE=("$@")

# The tests of engine, agents, arena and files on the other systems whose programs can run here.
suite() {
    local system="$1"
    RUN=()
    if [[ " ${MODE[*]} " != *' --no-run '* ]] && ! find_runner "$system"; then
        skipped "suite on $system" 'its programs cannot run here'
        return
    fi
    [ "${#RUN[@]}" -eq 0 ] || export "CARGO_TARGET_$(tr 'a-z-' 'A-Z_' <<<"$system")_RUNNER=${RUN[*]}"
    cross cargo-zigbuild test --release --locked --no-fail-fast --target "$system" --lib --test '*' \
        --package spariglio-engine --package spariglio-agents --package spariglio-arena --package spariglio-files \
        "${MODE[@]}"
}

step 'tools of other systems' release_tools
[[ " ${MODE[*]} " == *' --no-run '* ]] || step 'what runs programs of other systems' want_runners
for system in $SYSTEMS; do
    rustup target add "$system" || {
        skipped "suite on $system" 'rustup cannot get its standard library'
        continue
    }
    step "suite on $system" suite "$system"
done
