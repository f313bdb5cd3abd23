#!/usr/bin/env bash
# Tests the crates that others can use as libraries: packages them, compiles and runs a program outside this workspace
# with the packages, checks them by the lowest Rust that each states, and compares their items with the last version.
# `tools/crates.sh FOLDER` copies the packages there.

source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

FOLDERS=(engine engine/text files agents selfplay train arena arena/stats)

# A field of a crate's Cargo.toml.
field() {
    sed -n "0,/^$2 = /s/^$2 = \"\(.*\)\"/\1/p" "$1/Cargo.toml"
}

PACKAGES=()
for folder in "${FOLDERS[@]}"; do
    PACKAGES+=(--package "$(field "$folder" name)")
done
[ "$#" -eq 0 ] || OUT="$(realpath -m "$1")"

need_tools
build_program
SPARIGLIO="$(realpath "$SPARIGLIO")"
# Packages are compiled apart from the workspace, by its profile `dev` without symbols.
CARGO_TARGET_DIR="$(realpath -m "$TARGET/crates")"
export CARGO_TARGET_DIR CARGO_PROFILE_DEV_DEBUG=false
MADE="$CARGO_TARGET_DIR/package"
OUTSIDE="$(mktemp -d)"
trap 'rm -rf "$OUTSIDE"' EXIT

# Every package compiles alone. Only that the tests stay here is worth a warning to cargo.
packages() {
    local log="$OUTSIDE/log"
    rm -f "$MADE"/*.crate
    cargo package --locked --allow-dirty "${PACKAGES[@]}" 2>&1 | tee "$log" >&2
    ! grep '^warning' "$log" | grep --invert-match '^warning: ignoring test'
}

# The manifest of a program that depends on the unpacked crates, and on nothing of this workspace but its lock file.
manifest() {
    local path name version
    printf '[package]\nname = "outside"\nversion = "0.0.0"\nedition = "2024"\n\n[workspace]\n\n[dependencies]\n'
    printf 'rand_pcg = "*"\nserde_json = "*"\n'
    for path in "$OUTSIDE"/spariglio-*/; do
        version="$(basename "$path")" && name="${version%-*}"
        printf '%s = "=%s"\n' "$name" "${version##*-}"
    done
    printf '\n[patch.crates-io]\n'
    for path in "$OUTSIDE"/spariglio-*/; do
        name="$(basename "$path")"
        printf '%s = { path = "%s" }\n' "${name%-*}" "$path"
    done
}

program() {
    cat <<'RUST'
use rand_pcg::Pcg64Mcg;
use spariglio_agents::{AgentSpec, Budget, Hand};
use spariglio_arena::{ArenaConfig, play_pair};
use spariglio_engine::{Deal, Game};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let game = Game::preset("scopa").ok_or("no such game")?;
    let [greedy, random] = [AgentSpec::parse("greedy")?, AgentSpec::parse("random")?];
    let mut hand = Hand::new(&game, &Deal::random(&game, 0, &mut Pcg64Mcg::new(7)), false);
    let mut agent = greedy.build(&game)?;
    agent.start_hand(1);
    while !hand.state().is_over() {
        let action = agent.decide(&hand.view(), Budget::simulations(1)).action;
        hand.act(action)?;
    }
    let score = hand.state().score(&game);
    eprintln!("a hand of scopa: {} to {} points", score.points(0), score.points(1));
    let config = ArenaConfig { hands: 2, seed: 7, ..ArenaConfig::default() };
    println!("{}", serde_json::to_string(&play_pair(&game, [&greedy, &random], &config, &|_| ())?)?);
    Ok(())
}
RUST
}

# A hand, and a duplicate pair with the figures of `spariglio arena`.
outside() {
    local crate
    for crate in "$MADE"/*.crate; do
        tar --extract --gzip --file "$crate" --directory "$OUTSIDE"
    done
    mkdir "$OUTSIDE/src"
    manifest >"$OUTSIDE/Cargo.toml"
    program >"$OUTSIDE/src/main.rs"
    cp Cargo.lock "$OUTSIDE/"
    (cd "$OUTSIDE" && cargo run) >"$OUTSIDE/found"
    "$SPARIGLIO" arena --rules scopa --agents greedy,random --hands 2 --seed 7 --json >"$OUTSIDE/expected"
    "$PYTHON" - "$OUTSIDE" <<'PYTHON'
import json, pathlib, sys
found, expected = (json.loads(pathlib.Path(sys.argv[1], name).read_text()) for name in ("found", "expected"))
if [found] != expected["pairs"]:
    sys.exit(f"expected {expected['pairs']}, found {found}")
print("a duplicate pair:", found["figures"]["margin"], file=sys.stderr)
PYTHON
}

# All crates by the lowest Rust that each states; the README of each names it.
by_lowest() {
    local folder version crates
    for version in $(for folder in "${FOLDERS[@]}"; do field "$folder" rust-version; done | sort -u); do
        crates=()
        for folder in "${FOLDERS[@]}"; do
            [ "$(field "$folder" rust-version)" = "$version" ] || continue
            grep --quiet "^Rust $version\.$" "$folder/README.md" || die "$folder/README.md: expected Rust $version"
            crates+=(--package "$(field "$folder" name)")
        done
        if rustup toolchain install "$version" --profile minimal --no-self-update >&2; then
            cargo "+$version" check --locked --all-features "${crates[@]}"
        else
            skipped "crates by Rust $version" 'rustup cannot get it'
        fi
    done
}

# No item is gone or changed since the last version, unless the number of the version says so.
compatible() {
    local tag
    tag="$(git describe --tags --match 'v*' --abbrev=0 2>/dev/null || true)"
    if [ -z "$tag" ]; then
        skipped 'items of the last version' 'there is no tag v*'
    elif ! cargo semver-checks --version >/dev/null 2>&1; then
        skipped 'items of the last version' 'no cargo-semver-checks (cargo install cargo-semver-checks --locked)'
    else
        cargo semver-checks --baseline-rev "$tag" "${PACKAGES[@]}"
    fi
}

copy() {
    mkdir -p "$OUT"
    cp "$MADE"/*.crate "$OUT/"
}

step 'packages' packages
step 'a program outside' outside
step 'lowest Rust' by_lowest
step 'items of the last version' compatible
[ -z "${OUT:-}" ] || step 'copy' copy
