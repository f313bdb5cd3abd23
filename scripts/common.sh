# What the scripts share: where things are, words for the person, the tools a bare machine lacks. To be sourced.
# shellcheck shell=bash disable=SC2034

set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# Where rustup puts cargo, for shells that were not told.
PATH="$PATH:$HOME/.cargo/bin"
TARGET="${CARGO_TARGET_DIR:-target}"
SPARIGLIO="$TARGET/release/spariglio"

say() {
    printf '%s\n' "$*" >&2
}

die() {
    say "error: $*"
    exit 2
}

# Reports a test that this machine cannot run; `tell_skips` counts them.
skipped() {
    say "skipped: $1: $2"
    [ -z "${SPARIGLIO_SKIPS:-}" ] || printf '%s: %s\n' "$1" "$2" >>"$SPARIGLIO_SKIPS"
}

# From here on all tests, of any language, note in one file that they are skipped. Whoever calls it removes the file.
collect_skips() {
    SPARIGLIO_SKIPS="$(mktemp)"
    export SPARIGLIO_SKIPS
}

# Names every test that was skipped since `collect_skips`.
tell_skips() {
    local lines count
    lines="$(sort -u "$SPARIGLIO_SKIPS")"
    count="$(grep --count . <<<"$lines" || true)"
    case "$count" in
        0) say 'no test skipped' ;;
        1) say "1 test skipped: $lines" ;;
        *) say "$count tests skipped:" && sed 's/^/  /' <<<"$lines" >&2 ;;
    esac
}

# Runs a command under a name and says how long it took; the script ends at the first that fails.
step() {
    local name="$1" started="$SECONDS" status=0
    shift
    say "== $name"
    # Not `if "$@"`: inside a condition a failing line of a function would not end it.
    set +e
    (set -e; "$@")
    status=$?
    set -e
    if [ "$status" -ne 0 ]; then
        say "== $name: FAILED after $((SECONDS - started)) s (exit status $status)"
        exit "$status"
    fi
    say "== $name: $((SECONDS - started)) s"
}

# Installs Debian packages, as root or through sudo.
install_packages() {
    local root=() log
    command -v apt-get >/dev/null || die "missing: $*. There is no apt-get here: install their like yourself."
    if [ "$(id -u)" -ne 0 ]; then
        command -v sudo >/dev/null || die "missing: $*. Run as root: apt-get install $*"
        root=(sudo)
    fi
    say "installing $*"
    local options=(-qq -o DPkg::Lock::Timeout=300)
    log="$(mktemp)"
    # An index of one broken source need not stop the rest.
    "${root[@]}" apt-get update "${options[@]}" >"$log" 2>&1 || say "warning: apt-get update failed, going on with the old lists"
    if ! "${root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install "${options[@]}" --no-install-recommends -y "$@" \
        >>"$log" 2>&1; then
        cat "$log" >&2
        rm -f "$log"
        die "could not install: $*. Install them yourself (as root: apt-get install $*), then run this again."
    fi
    rm -f "$log"
}

# Tests of the sandbox need bubblewrap; without it they are reported as skipped.
want_bubblewrap() {
    command -v bwrap >/dev/null || (install_packages bubblewrap) || say 'warning: no bubblewrap; the sandbox is not tested'
}

# A Python of 3.11 or later that can make virtual environments.
is_python() {
    "$1" -c 'import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 11))' 2>/dev/null
}

# Sets PYTHON to such a Python; fails where there is none.
find_python() {
    local name
    for name in python3 /usr/bin/python3; do
        if is_python "$name"; then
            PYTHON="$name"
            return
        fi
    done
    return 1
}

# Finds cargo, and finds or installs the C compiler that links what it builds.
need_compiler() {
    need_cargo
    command -v cc >/dev/null || install_packages gcc libc6-dev
}

# Finds or installs compilers and Python; sets PYTHON.
need_tools() {
    local packages=()
    need_compiler
    command -v c++ >/dev/null || packages+=(g++)
    find_python || packages+=(python3 python3-venv)
    if [ "${#packages[@]}" -gt 0 ]; then
        install_packages "${packages[@]}"
    fi
    find_python || die "no Python 3.11 or later with venv (Debian: python3, python3-venv)"
}

# Installs the wheel that scripts/wheel.sh built into .venv.
install_wheel() {
    .venv/bin/python -m pip install --quiet --disable-pip-version-check --force-reinstall --no-deps dist/spariglio-*.whl
}

need_cargo() {
    command -v cargo >/dev/null || die "cargo is missing: install Rust 1.95 or later (with rustup: rustup toolchain install 1.95)"
}
