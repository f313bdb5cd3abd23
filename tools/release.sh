#!/usr/bin/env bash
# Makes what a release has, in dist/release/, and tests it: programs for four systems, the Python package, the bot for
# apps, the networks, notes and checksums. `tools/release.sh PART...` makes some parts: programs, wheels, bot, networks,
# notes. What cannot run here is listed in dist/release/RUN.md as built, not run.

source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

OUT="$PWD/dist/release"
WORK="$PWD/target/release-files"
TOOLS="$PWD/target/release-venv"
PROGRAMS_FOR="${PROGRAMS_FOR:-x86_64-unknown-linux-musl aarch64-unknown-linux-musl x86_64-pc-windows-gnu aarch64-apple-darwin}"
GLIBC=2.28
GAME=(arena --rules cirulla --agents net,formula --hands 200 --seed 1 --json)

# Compilers for other systems and checks of packages, apart from the environments of the project.
release_tools() {
    need_tools
    if [ ! -x "$TOOLS/bin/twine" ]; then
        "$PYTHON" -m venv --clear "$TOOLS"
        "$TOOLS/bin/pip" install --quiet --disable-pip-version-check \
            'maturin>=1.16,<2' 'ziglang>=0.15,<0.18' 'cargo-zigbuild>=0.20,<0.25' 'auditwheel>=6,<7' 'twine>=6,<7'
    fi
}

# The figures of a game that a program plays: the same on every system.
figures() {
    "$@" "${GAME[@]}" 2>/dev/null | "$PYTHON" -c 'import json, sys; print(json.dumps(json.load(sys.stdin)["figures"]))'
}

# How to run a program of a target here; fails if it cannot run.
runner() {
    case "$1" in
    "$(uname -m)"-*-linux-*) ;;
    aarch64-*-linux-*) command -v qemu-aarch64-static ;;
    *-windows-*) command -v wine64 || command -v wine ;;
    *) return 1 ;;
    esac
}

# Tests the program in an archive's folder, and notes whether it ran.
test_program() {
    local target="$1" program="$2" run
    if ! run="$(runner "$target")"; then
        printf '| %s | built, not run |\n' "$target" >>"$OUT/RUN.md"
        return
    fi
    # Without a word if this system runs it itself.
    # shellcheck disable=SC2086
    [ "$(figures $run "$program")" = "$FIGURES" ] || die "$target: other figures than here"
    printf '| %s | %s figures as on the system that built it |\n' "$target" "${run:+by $(basename "$run"): }" >>"$OUT/RUN.md"
}

# A program with its licences, manual pages and completions.
program() {
    local target="$1" name="spariglio-$VERSION-$1" ending='' archive=tar.gz folder shell
    case "$target" in *-windows-*) ending=.exe archive=zip ;; esac
    PATH="$TOOLS/bin:$PATH" cargo zigbuild --release --locked --package spariglio-cli --bin spariglio --target "$target"
    folder="$WORK/$name"
    rm -rf "$folder"
    mkdir -p "$folder/completions"
    cp "$TARGET/$target/release/spariglio$ending" LICENSE-APACHE LICENSE-MIT CHANGELOG.md docs/project/licences.md "$folder/"
    "$SPARIGLIO" man --out "$folder/man"
    for shell in bash fish zsh; do "$SPARIGLIO" completions "$shell" >"$folder/completions/spariglio.$shell"; done
    test_program "$target" "$folder/spariglio$ending"
    "$PYTHON" tools/pack.py "$folder" "$OUT/$name.$archive"
}

programs() {
    local target
    for target in $PROGRAMS_FOR; do
        rustup target add "$target"
        step "program for $target" program "$target"
    done
}

# A wheel for every Linux with a glibc of some age, whatever this system has, and the source distribution.
wheels() {
    PATH="$TOOLS/bin:$PATH"
    maturin sdist --manifest-path apps/python/Cargo.toml --out "$OUT"
    maturin build --quiet --locked --release --zig --compatibility "manylinux_${GLIBC/./_}" \
        --manifest-path apps/python/Cargo.toml --out "$OUT"
    auditwheel show "$OUT"/*.whl | tee /dev/stderr | grep --quiet "manylinux_${GLIBC/./_}_" || die "the wheel needs more than glibc $GLIBC"
    twine check --strict "$OUT"/*.whl "$OUT"/spariglio-*.tar.gz
    "$PYTHON" -m venv --clear "$WORK/venv"
    "$WORK/venv/bin/pip" install --quiet --disable-pip-version-check "$OUT"/*.whl
    [ "$(figures "$WORK/venv/bin/spariglio")" = "$FIGURES" ] || die 'the wheel has other figures'
    printf '| wheel | %s in an empty environment: figures as on the system that built it |\n' "$("$PYTHON" --version)" >>"$OUT/RUN.md"
}

# The npm package and the C library.
bot() {
    bash tools/bot.sh
    local name folder
    for name in npm c; do
        folder="$WORK/spariglio-bot-$name-$VERSION"
        rm -rf "$folder"
        mkdir -p "$folder"
        cp -r dist/bot/"$name"/. "$folder/"
        rm -f "$folder/hand" "$folder/ask"
        "$PYTHON" tools/pack.py "$folder" "$OUT/$(basename "$folder").tar.gz"
    done
    printf '| bot for apps | the examples and questions of tools/bot.sh |\n' >>"$OUT/RUN.md"
}

# The networks with the recipes of their runs.
networks() {
    local folder="$WORK/spariglio-networks-$VERSION"
    rm -rf "$folder"
    mkdir -p "$folder"
    cp -r agents/nets/. "$folder/"
    cp -r configs/learn "$folder/recipes"
    "$PYTHON" tools/pack.py "$folder" "$OUT/$(basename "$folder").tar.gz"
}

# What has changed since the last release.
notes() {
    awk '/^## /{n++} n==1 && !/^## /' CHANGELOG.md >"$OUT/NOTES.md"
    [ -s "$OUT/NOTES.md" ] || die 'CHANGELOG.md: expected a section of this release'
}

need_compiler
step 'tools of releases' release_tools
step 'build' build_program
VERSION="$("$SPARIGLIO" --version | cut --delimiter ' ' --fields 2)"
SOURCE_DATE_EPOCH="$(git log -1 --format=%ct)"
export SOURCE_DATE_EPOCH
# No path of this machine is in a program.
export RUSTFLAGS="--remap-path-prefix=$PWD=spariglio --remap-path-prefix=${CARGO_HOME:-$HOME/.cargo}=cargo"
FIGURES="$(figures "$SPARIGLIO")"
mkdir -p "$OUT" "$WORK"
printf '| artefact | tested |\n|---|---|\n' >"$OUT/RUN.md"
for part in "${@:-programs wheels bot networks notes}"; do
    # shellcheck disable=SC2086
    for name in $part; do step "$name" "$name"; done
done
(cd "$OUT" && find . -type f ! -name SHA256SUMS -printf '%P\n' | LC_ALL=C sort | xargs sha256sum >SHA256SUMS)
say "dist/release: $(wc -l <"$OUT/SHA256SUMS") files"
