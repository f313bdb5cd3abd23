#!/usr/bin/env bash
# Builds what is published into dist/release/: the source archive, and a wheel that runs on any Linux with glibc 2.28 or
# later, whatever this system has. Checks both. Other systems: .github/workflows/wheels.yml.

source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

OUT=dist/release
GLIBC=2.28

need_tools
[ -x target/release-venv/bin/twine ] || {
    "$PYTHON" -m venv --clear target/release-venv
    target/release-venv/bin/pip install --quiet --disable-pip-version-check 'maturin>=1.16,<2' ziglang auditwheel twine
}
PATH="$PWD/target/release-venv/bin:$PATH"
rm -rf "$OUT"
maturin sdist --manifest-path apps/python/Cargo.toml --out "$OUT"
maturin build --quiet --locked --release --zig --compatibility "manylinux_${GLIBC/./_}" --manifest-path apps/python/Cargo.toml --out "$OUT"
auditwheel show "$OUT"/*.whl | tee /dev/stderr | grep --quiet "manylinux_${GLIBC/./_}_" || die "the wheel needs more than glibc $GLIBC"
twine check --strict "$OUT"/*
