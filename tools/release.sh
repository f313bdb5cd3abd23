#!/usr/bin/env bash
# Makes what people download in dist/release/, and tests it: programs for Linux and Windows, the Python package for Linux,
# the bot for apps, the networks with the recipes of their runs, notes and checksums. TESTED.md there says what ran.
# `tools/release.sh PART...` makes some parts: programs, wheels, bot, networks. SYSTEMS selects the systems of programs.

source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
shopt -s inherit_errexit

OUT="$PWD/dist/release"
TOOLS="$(realpath -m "$TARGET/release-venv")"
SYSTEMS="${SYSTEMS:-x86_64-unknown-linux-musl x86_64-pc-windows-gnu}"
LOG="$(realpath -m "$TARGET/release-files/log")"
GLIBC=2.28
GAME=(arena --rules cirulla --agents net,formula --hands 200 --seed 1 --json)

# Compilers for other systems and checks of packages, apart from the environments of the project.
release_tools() {
    need_tools
    [ -x "$TOOLS/bin/twine" ] || {
        "$PYTHON" -m venv --clear "$TOOLS"
        "$TOOLS/bin/pip" install --quiet --disable-pip-version-check \
            'maturin>=1.16,<2' 'ziglang>=0.15,<0.18' 'cargo-zigbuild>=0.20,<0.25' 'auditwheel>=6,<7' 'twine>=6,<7'
    }
}

# The figures of 200 hands by a program: the same on every system.
figures() {
    "$@" "${GAME[@]}" 2>/dev/null | "$PYTHON" -c 'import json, sys; print(json.load(sys.stdin)["pairs"])'
}

# A little of what `make demo` does, by a program, in a folder whose name has a blank and other letters than English:
# learns, is killed, resumes, compares, reports, makes rows. Prints hashes of the files, the same on every system.
works() {
    local folder="$TARGET/release-files/work é"
    rm -rf "$folder"
    mkdir -p "$folder"
    sed 's/^decisions = .*/decisions = 1_500_000/; s/^every = .*/every = 150_000/; s/^hands = .*/hands = 100/' \
        configs/learn/demo.toml >"$folder/learn.toml"
    cd "$folder"
    "$@" learn learn.toml --out 'run é' &
    until [ -e 'run é/nets/gen-0003' ]; do
        kill -0 "$!" || return 1
        sleep 0.1
    done
    kill -KILL "$!"
    ! wait "$!"
    "$@" learn learn.toml --out 'run é'
    "$@" arena --rules scopone --agents 'net:net=run é,formula' --hands 200 --out 'run é/arena/final.json'
    "$@" report 'run é'
    "$@" selfplay --rules scopone --agents 'net:net=run é' --rows 2000 --with-records --out rows
    [ -s 'run é/report.html' ] || return 1
    find 'run é/nets' rows/data -type f | LC_ALL=C sort | xargs --delimiter '\n' sha256sum >&3
}

# Figures and files by a program; what it says is in the log.
results() {
    figures "$@"
    (works "$@" >"$LOG" 2>&1) 3>&1
}

# How to run programs of a system here: sets RUN, empty if nothing is needed; fails if they cannot run.
find_runner() {
    RUN=()
    case "$1" in
        "$(uname -m)"-*-linux-*) ;;
        *-windows-*) RUN=("$(command -v wine64 || command -v wine)") && make_library ;;
        *) return 1 ;;
    esac
}

# Wine 8 lacks a library.
make_library() {
    export WINEDEBUG=-all WINEPREFIX="$(realpath -m "$TARGET/release-files/wine")" WINEPATH="$(realpath -m "$TARGET/release-files/library")"
    mkdir -p "$WINEPATH"
    "$TOOLS/bin/python" -m ziglang cc -target x86_64-windows-gnu -shared tools/wine/bcryptprimitives.c -ladvapi32 \
        -o "$WINEPATH/bcryptprimitives.dll"
}

# Notes that an artefact was tested.
tested() {
    printf '| %s | %s |\n' "$1" "$2" >>"$OUT/TESTED.md"
}

# Compares a program's results with those of the program of this system, if it can run here.
test_program() {
    local system="$1"
    find_runner "$system" || {
        tested "program, $system" 'built, not run'
        return
    }
    [ "$(results "${RUN[@]}" "$(realpath "$2")")" = "$RESULTS" ] || die "$system: other results than here; $LOG has its messages"
    tested "program, $system" "figures, networks and rows as here${RUN[0]:+, by $(basename "${RUN[0]}")}"
}

# No path of this machine is in a program.
program() {
    local system="$1" program="$TARGET/$1/release/spariglio" names
    names="--remap-path-prefix=$PWD=spariglio --remap-path-prefix=${CARGO_HOME:-$HOME/.cargo}=cargo"
    PATH="$TOOLS/bin:$PATH" RUSTFLAGS="$names" CARGO_PROFILE_RELEASE_STRIP=symbols \
        cargo zigbuild --release --locked --package spariglio-cli --bin spariglio --target "$system"
    case "$system" in *-windows-*) program+=.exe ;; esac
    test_program "$system" "$program"
    "$PYTHON" tools/archive.py "$VERSION-$system" --spariglio "$program" --here "$SPARIGLIO" --out "$OUT"
}

programs() {
    local system
    for system in $SYSTEMS; do
        rustup target add "$system"
        step "program for $system" program "$system"
    done
}

# A wheel for every Linux with a glibc of some age, whatever this system has, and the source distribution.
wheels() {
    local wheel
    PATH="$TOOLS/bin:$PATH"
    rm -f "$OUT"/*.whl
    maturin sdist --manifest-path apps/python/Cargo.toml --out "$OUT"
    maturin build --quiet --locked --release --zig --compatibility "manylinux_${GLIBC/./_}" \
        --target "$(uname -m)-unknown-linux-gnu" --manifest-path apps/python/Cargo.toml --out "$OUT"
    wheel="$(echo "$OUT"/*.whl)"
    auditwheel show "$wheel" | grep --quiet "manylinux_${GLIBC/./_}_" || die "the wheel needs more than glibc $GLIBC"
    twine check --strict "$wheel" "$OUT/spariglio-$VERSION.tar.gz"
    "$PYTHON" -m venv --clear "$TARGET/release-files/venv"
    "$TARGET/release-files/venv/bin/pip" install --quiet --disable-pip-version-check "$wheel"
    [ "$(figures "$TARGET/release-files/venv/bin/spariglio")" = "$FIGURES" ] || die 'the wheel has other figures'
    tested "$(basename "$wheel")" "figures as here, in an empty environment of $("$PYTHON" --version)"
}

# The npm package and the C library.
bot() {
    bash tools/bot.sh
    rm -f dist/bot/c/hand dist/bot/c/ask
    "$PYTHON" tools/archive.py "$VERSION-bot-npm" --folder dist/bot/npm --out "$OUT"
    "$PYTHON" tools/archive.py "$VERSION-bot-c-$(uname -m)-linux" --folder dist/bot/c --out "$OUT"
    tested 'bot for apps' 'its examples and questions (tools/bot.sh)'
}

# The networks with the recipes of their runs.
networks() {
    local folder="$TARGET/release-files/networks"
    rm -rf "$folder"
    mkdir -p "$folder"
    cp -r agents/nets/. "$folder"
    cp -r configs/learn "$folder/recipes"
    "$PYTHON" tools/archive.py "$VERSION-networks" --folder "$folder" --out "$OUT"
}

# What has changed since the release before, with links that lead to the repository.
notes() {
    local repository
    repository="$(sed --quiet 's/^repository = "\(.*\)"/\1/p' Cargo.toml)"
    awk -v version="$VERSION" '/^## /{is_this = $2 == version; next} is_this' CHANGELOG.md | sed "s#](docs/#]($repository/blob/v$VERSION/docs/#g" >"$OUT/NOTES.md"
    [ -s "$OUT/NOTES.md" ] || die "CHANGELOG.md: expected the section ## $VERSION"
    cp docs/project/licences.md "$OUT/LICENCES.md"
}

mkdir -p "$OUT" "$(dirname "$LOG")"
step 'tools of releases' release_tools
find_python
step 'build' build_program
VERSION="$("$SPARIGLIO" --version | cut --delimiter ' ' --fields 2)"
SOURCE_DATE_EPOCH="$(git log -1 --format=%ct)"
export SOURCE_DATE_EPOCH
FIGURES="$(figures "$SPARIGLIO")"
RESULTS="$(results "$(realpath "$SPARIGLIO")")"
printf '| artefact | tested |\n|---|---|\n' >"$OUT/TESTED.md"
[ "$#" -gt 0 ] || set -- programs wheels bot networks
for part in "$@"; do step "$part" "$part"; done
notes
rm -f "$OUT/SHA256SUMS"
SUMS="$(cd "$OUT" && sha256sum -- *)"
printf '%s\n' "$SUMS" >"$OUT/SHA256SUMS"
cat "$OUT/TESTED.md" >&2
say "made in $SECONDS s: dist/release/"
