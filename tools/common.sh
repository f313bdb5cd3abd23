# Shared by the scripts: paths, messages, tools that a bare machine lacks. To be sourced.
# shellcheck shell=bash disable=SC2034

set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# The folder of cargo if rustup installed it, in case PATH lacks it.
PATH="$PATH:$HOME/.cargo/bin"
TARGET="${CARGO_TARGET_DIR:-target}"
SPARIGLIO="$TARGET/release/spariglio"

# Two selections of crates, one without and one with the back end on libtorch. Every script builds with one of them,
# because each other selection may compile its dependencies again with other features.
PROGRAMS=(--locked --release --workspace --exclude spariglio-torch)
EVERYTHING=(--locked --release --workspace --features spariglio-cli/train)

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

# After this, tests of all languages record in one file that they are skipped. The caller removes the file.
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

# Runs a command under a name and prints its time. If it fails, the script ends.
step() {
    local name="$1" started="$SECONDS" status=0
    shift
    say "== $name"
    # Not `if "$@"`: if a function runs inside a condition, a failing line does not end it.
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
    command -v apt-get >/dev/null || die "missing: $*. There is no apt-get here: install their equivalents yourself."
    if [ "$(id -u)" -ne 0 ]; then
        command -v sudo >/dev/null || die "missing: $*. Run as root: apt-get install $*"
        root=(sudo)
    fi
    say "installing $*"
    local options=(-qq -o DPkg::Lock::Timeout=300)
    log="$(mktemp)"
    # If one source is broken, the others are still used.
    "${root[@]}" apt-get update "${options[@]}" >"$log" 2>&1 || say "warning: apt-get update failed, using the old lists"
    if ! "${root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install "${options[@]}" --no-install-recommends -y "$@" \
        >>"$log" 2>&1; then
        cat "$log" >&2
        rm -f "$log"
        die "could not install: $*. Install them yourself (as root: apt-get install $*), then run this again."
    fi
    rm -f "$log"
}

# Tests of the sandbox need bubblewrap. If it is missing, they are reported as skipped.
want_bubblewrap() {
    command -v bwrap >/dev/null || (install_packages bubblewrap) || say 'warning: no bubblewrap; the sandbox is not tested'
}

# Whether a Python is 3.11 or later and can make virtual environments.
is_python() {
    "$1" -c 'import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 11))' 2>/dev/null
}

# Sets PYTHON to such a Python; fails if there is none.
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

# Finds cargo, and finds or installs a C compiler, which cargo needs for linking.
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

# Tests of Python that need PyTorch or what learns with it, and notebooks. They run in .venv-torch only.
TORCH_TESTS=(apps/python/tests/test_{consumers,data,learning,net,types}.py)
TORCH_NOTEBOOKS=(notebooks/{10_train_your_own_network,11_ppo_with_masks,14_a_strong_bot_in_pytorch}.ipynb)

# Tests of Python that need the kits of language models. They run in .venv-minds only.
MINDS_TESTS=(apps/python/tests/test_{kits,mcp,minds}.py)

# Installs the wheel built by tools/wheel.sh into an environment of tools/venv.sh, and makes that if it is missing.
install_wheel() {
    local name="${1#.venv}"
    bash tools/venv.sh "${name#-}"
    "$1/bin/python" -m pip install --quiet --disable-pip-version-check --force-reinstall --no-deps dist/spariglio-*.whl
}

# Runs tests of Python in an environment.
python_tests() {
    local venv="$1"
    shift
    # -P: the folder apps/python/ has no compiled module.
    PYTHONPATH=tools "$venv/bin/python" -P -m pytest --quiet -p skips -p no:cacheprovider --import-mode=importlib \
        --numprocesses 2 --dist worksteal -c apps/python/pyproject.toml "$@"
}

# The names of the fuzz targets.
fuzz_targets() {
    sed -n 's/^    \([a-z]*\)::TARGET,$/\1/p' tools/fuzz/src/lib.rs | paste -sd ' ' -
}

# Builds the program.
build_program() {
    cargo build "${PROGRAMS[@]}" --bin spariglio
}

WASM=wasm32-unknown-unknown

# Whether rustc has, or can get, the standard library of WebAssembly.
has_wasm() {
    { command -v rustup >/dev/null && rustup target add "$WASM" >&2; } || [ -d "$(rustc --print sysroot)/lib/rustlib/$WASM" ]
}

need_cargo() {
    command -v cargo >/dev/null || die "cargo is missing: install Rust 1.95 or later (with rustup: rustup toolchain install 1.95)"
}
