#!/usr/bin/env bash
# Makes what people download in dist/release/, and tests it: programs and the Python package for several systems, the bot
# for apps, the networks with the recipes of their runs, the recipes of data sets, the crates, notes and checksums.
# TESTED.md there says what ran. `tools/release.sh PART...` makes some parts: programs,
# wheels, bot, networks, recipes, crates. SYSTEMS and WHEELS select systems.

source "$(dirname "${BASH_SOURCE[0]}")/systems.sh"
shopt -s inherit_errexit

OUT="$PWD/dist/release"
LOG="$FILES/log"
WHEELS="${WHEELS:-x86_64-unknown-linux-gnu aarch64-unknown-linux-gnu x86_64-unknown-linux-musl aarch64-unknown-linux-musl \
    x86_64-pc-windows-gnu aarch64-apple-darwin}"
# Debian releases with later versions of Python than this one's.
DEBIANS='trixie forky'
GLIBC=2.28
GAME=(arena --rules cirulla --agents net,formula --hands 200 --seed 1 --json)

# The figures of 200 hands by a program: the same on every system.
figures() {
    "$@" "${GAME[@]}" 2>/dev/null | "$PYTHON" -c 'import json, sys; print(json.load(sys.stdin)["pairs"])'
}

# A little of what `make demo` does, by a program, in a folder whose name has a blank and other letters than English:
# learns, is killed, resumes, compares, reports, makes rows. Prints hashes of the files, the same on every system.
works() {
    local folder="$FILES/work é"
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

# The program for a system, tested and packed.
program() {
    local system="$1" program="$TARGET/$1/release/spariglio"
    cross cargo zigbuild --release --locked --package spariglio-cli --bin spariglio --target "$system"
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

# Compares the figures of an installed package with those of the program of this system.
test_package() {
    local wheel="$1" place="$2"
    shift 2
    [ "$(figures "$@")" = "$FIGURES" ] || die "$wheel: other figures than here, in $place"
    tested "$(basename "$wheel")" "figures as here, in $place"
}

# In an empty environment of this system's Python.
test_in_environment() {
    "$PYTHON" -m venv --clear "$FILES/venv"
    "$FILES/venv/bin/pip" install --quiet --disable-pip-version-check "$1"
    test_package "$1" "$("$PYTHON" --version)" "$FILES/venv/bin/spariglio"
}

# What a wheel needs, for a version of Python and the system of its tag.
download_needs() {
    rm -rf "$3"
    "$TOOLS/bin/pip" download --quiet --disable-pip-version-check --only-binary=:all: --python-version "$2" \
        --platform "manylinux_${GLIBC/./_}_$4" --platform "manylinux2014_$4" --dest "$3" "$1"
}

# Makes a Debian of its own in a folder, once: the folder, the release, options of mmdebstrap. A mirror may be behind.
debian() {
    local root="$1" release="$2"
    shift 2
    [ ! -e "$root/made" ] || return 0
    rm -rf "$root"
    mmdebstrap --quiet --aptopt='Acquire::Check-Valid-Until "false"' "$@" "$release" "$root" http://deb.debian.org/debian \
        >"$LOG" 2>&1
    touch "$root/made"
}

# In an environment of another Debian's Python. Needs root for the change of the root folder.
test_in_debian() {
    local wheel="$1" debian="$2" root="$FILES/debian-$2" version
    if [ "$(id -u)" -ne 0 ] || ! command -v mmdebstrap >/dev/null; then
        skipped "$(basename "$wheel") in Debian $debian" 'needs root and mmdebstrap'
        return
    fi
    debian "$root" "$debian" --variant=minbase --include=python3-venv
    version="$(chroot "$root" python3 -c 'import platform; print(platform.python_version())')"
    download_needs "$wheel" "${version%.*}" "$root/tmp/wheels" "$(uname -m)"
    chroot "$root" sh -ec 'python3 -m venv --clear /tmp/venv; /tmp/venv/bin/pip install --quiet --no-index /tmp/wheels/*.whl'
    test_package "$wheel" "Python $version of Debian $debian" chroot "$root" /tmp/venv/bin/spariglio
}

# By the Python of Debian's port, through an emulator.
test_by_emulator() {
    local wheel="$1" root="$FILES/debian-arm64" packages="$FILES/packages-arm64"
    if ! find_qemu >/dev/null || ! command -v mmdebstrap >/dev/null; then
        tested "$(basename "$wheel")" 'built, not run'
        return
    fi
    debian "$root" bookworm --variant=extract --architectures=arm64 --include=python3,libc6,libstdc++6
    rm -rf "$packages"
    download_needs "$wheel" 3.11 "$packages/wheels" aarch64
    for made in "$packages"/wheels/*.whl; do "$PYTHON" -m zipfile -e "$made" "$packages"; done
    PYTHONPATH="$packages" test_package "$wheel" 'Python 3.11 of Debian arm64, by qemu' \
        "$(find_qemu)" -L "$root" "$root/usr/bin/python3.11" -m spariglio
}

test_wheel() {
    case "$1" in
        "$(uname -m)"-*-linux-gnu)
            test_in_environment "$2"
            for debian in $DEBIANS; do test_in_debian "$2" "$debian"; done
            ;;
        aarch64-*-linux-gnu) test_by_emulator "$2" ;;
        *) tested "$(basename "$2")" 'built, not run' ;;
    esac
}

# The end of the name of a system's wheel.
tag_of() {
    case "$1" in
        *-linux-gnu) echo "manylinux_${GLIBC/./_}_${1%%-*}" ;;
        *-musl) echo "musllinux_1_2_${1%%-*}" ;;
        *-windows-*) echo win_amd64 ;;
        *-darwin) echo macosx_11_0_arm64 ;;
    esac
}

# maturin 1.16 tells the linker for Windows a wrong name of the function that Python calls first: here it has both names.
entry_point() {
    printf '%s\n' '.globl "PyInit_spariglio._core"' '"PyInit_spariglio._core": jmp PyInit__core' \
        '.section .drectve,"yn"' '.ascii " -export:PyInit__core"' >"$FILES/entry.s"
    "$TOOLS/bin/python" -m ziglang cc -target x86_64-windows-gnu -c "$FILES/entry.s" -o "$FILES/entry.o"
}

# The Python package for a system. Wheels for Linux run with every C library of some age, whatever this system has.
wheel() {
    local system="$1" tag made compatible=() linked=()
    tag="$(tag_of "$system")"
    case "$system" in
        *-linux-*) compatible=(--compatibility "${tag%_"${system%%-*}"}") ;;
        *-windows-*) entry_point && linked=(-- -C "link-arg=$FILES/entry.o") ;;
    esac
    rm -f "$OUT"/*"$tag".whl
    cross maturin build --quiet --locked --release --zig --target "$system" "${compatible[@]}" \
        --manifest-path apps/python/Cargo.toml --out "$OUT" "${linked[@]}"
    made="$(echo "$OUT"/*"$tag".whl)"
    twine check --strict "$made"
    case "$system" in
        *-linux-gnu) grep --quiet "$tag" <<<"$(auditwheel show "$made")" || die "$made needs more than glibc $GLIBC" ;;
    esac
    test_wheel "$system" "$made"
}

wheels() {
    local system
    PATH="$TOOLS/bin:$PATH"
    maturin sdist --manifest-path apps/python/Cargo.toml --out "$OUT"
    twine check --strict "$OUT/spariglio-$VERSION.tar.gz"
    for system in $WHEELS; do
        rustup target add "$system"
        step "wheel for $system" wheel "$system"
    done
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
    local folder="$FILES/networks"
    rm -rf "$folder"
    mkdir -p "$folder"
    cp -r agents/nets/. "$folder"
    cp -r configs/learn "$folder/recipes"
    "$PYTHON" tools/archive.py "$VERSION-networks" --folder "$folder" --out "$OUT"
}

# The recipes of data sets, with links that lead to the repository.
recipes() {
    local folder="$FILES/data-recipes"
    rm -rf "$folder"
    cp -r configs/selfplay/release "$folder"
    sed --in-place "s#](../../../docs/#]($REPOSITORY/blob/v$VERSION/docs/#; s#configs/selfplay/release/##" "$folder/README.md"
    "$PYTHON" tools/archive.py "$VERSION-data-recipes" --folder "$folder" --out "$OUT"
}

# The crates that others can use as libraries.
crates() {
    rm -f "$OUT"/*.crate
    bash tools/crates.sh "$OUT"
    tested 'crates' 'a program outside the workspace plays with them'
}

# What has changed since the release before, with links that lead to the repository.
notes() {
    awk -v version="$VERSION" '/^## /{is_this = $2 == version; next} is_this' CHANGELOG.md |
        sed "s#](docs/#]($REPOSITORY/blob/v$VERSION/docs/#g" >"$OUT/NOTES.md"
    [ -s "$OUT/NOTES.md" ] || die "CHANGELOG.md: expected the section ## $VERSION"
    cp docs/project/licences.md "$OUT/LICENCES.md"
}

# A whole release has no file of another one.
[ "$#" -gt 0 ] || rm -rf "$OUT"
mkdir -p "$OUT" "$FILES"
step 'tools of releases' release_tools
step 'what runs programs of other systems' want_runners
find_python
step 'build' build_program
VERSION="$("$SPARIGLIO" --version | cut --delimiter ' ' --fields 2)"
REPOSITORY="$(sed --quiet 's/^repository = "\(.*\)"/\1/p' Cargo.toml)"
SOURCE_DATE_EPOCH="$(git log -1 --format=%ct)"
export SOURCE_DATE_EPOCH
FIGURES="$(figures "$SPARIGLIO")"
RESULTS="$(results "$(realpath "$SPARIGLIO")")"
printf '| artefact | tested |\n|---|---|\n' >"$OUT/TESTED.md"
[ "$#" -gt 0 ] || set -- programs wheels bot networks recipes crates
for part in "$@"; do step "$part" "$part"; done
notes
rm -f "$OUT/SHA256SUMS"
SUMS="$(cd "$OUT" && sha256sum -- *)"
printf '%s\n' "$SUMS" >"$OUT/SHA256SUMS"
cat "$OUT/TESTED.md" >&2
say "made in $SECONDS s: dist/release/"
