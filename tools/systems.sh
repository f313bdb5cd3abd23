# What builds for other systems, and what runs their programs here. To be sourced.
# shellcheck shell=bash disable=SC2034

source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

TOOLS="$(realpath -m "$TARGET/release-venv")"
FILES="$(realpath -m "$TARGET/release-files")"
SYSTEMS="${SYSTEMS:-x86_64-unknown-linux-musl aarch64-unknown-linux-musl x86_64-pc-windows-gnu aarch64-apple-darwin}"

# Compilers for other systems and checks of packages, apart from the environments of the project.
release_tools() {
    need_tools
    [ -x "$TOOLS/bin/twine" ] || {
        "$PYTHON" -m venv --clear "$TOOLS"
        "$TOOLS/bin/pip" install --quiet --disable-pip-version-check \
            'maturin>=1.16,<2' 'ziglang>=0.15,<0.18' 'cargo-zigbuild>=0.20,<0.25' 'auditwheel>=6,<7' 'twine>=6,<7'
    }
}

# What runs programs of other systems. What cannot run is built and listed as not run.
want_runners() {
    local packages=()
    find_wine >/dev/null || packages+=(wine64)
    find_qemu >/dev/null || packages+=(qemu-user-static)
    command -v mmdebstrap >/dev/null || packages+=(mmdebstrap)
    [ "${#packages[@]}" -eq 0 ] || (install_packages "${packages[@]}") || say 'warning: not all systems can be tested here'
}

find_wine() {
    # Debian's package `wine64` alone puts no command into PATH.
    command -v wine64 || command -v wine || command -v /usr/lib/wine/wine64
}

find_qemu() {
    command -v qemu-aarch64-static || command -v qemu-aarch64
}

# How to run programs of a system here: sets RUN, empty if nothing is needed; fails if they cannot run.
find_runner() {
    RUN=()
    case "$1" in
        "$(uname -m)"-*-linux-*) ;;
        aarch64-*-linux-*) RUN=("$(find_qemu)") ;;
        *-windows-*) RUN=("$(find_wine)") && make_library ;;
        *) return 1 ;;
    esac
}

# Wine 8 lacks a library.
make_library() {
    export WINEDEBUG=-all WINEPREFIX="$FILES/wine" WINEPATH="$FILES/library"
    mkdir -p "$WINEPATH"
    "$TOOLS/bin/python" -m ziglang cc -target x86_64-windows-gnu -shared tools/wine/bcryptprimitives.c -ladvapi32 \
        -o "$WINEPATH/bcryptprimitives.dll"
}

# Builds for another system. No path of this machine is in what is made.
cross() {
    [ -n "${SDKROOT:-}" ] || make_sdk
    local names="--remap-path-prefix=$PWD=spariglio --remap-path-prefix=${CARGO_HOME:-$HOME/.cargo}=cargo"
    PATH="$TOOLS/bin:$PATH" RUSTFLAGS="$names" CARGO_PROFILE_RELEASE_STRIP=symbols "$@"
}

# Crates ask the linker for libraries of macOS of which the programs use nothing. It only wants to know their names.
make_sdk() {
    export SDKROOT="$FILES/sdk"
    local frameworks=System/Library/Frameworks
    stub usr/lib/libobjc usr/lib/libobjc.A.dylib
    stub $frameworks/Foundation.framework/Foundation $frameworks/Foundation.framework/Versions/C/Foundation
    stub $frameworks/CoreFoundation.framework/CoreFoundation $frameworks/CoreFoundation.framework/Versions/A/CoreFoundation
}

stub() {
    mkdir -p "$(dirname "$SDKROOT/$1")"
    printf '%s\n' '--- !tapi-tbd' 'tbd-version: 4' 'targets: [ arm64-macos ]' "install-name: '/$2'" ... >"$SDKROOT/$1.tbd"
}
