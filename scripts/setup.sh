#!/usr/bin/env bash
# Everything a build with training needs: compilers, Python, libtorch. Safe to run again; quick when all is there.

source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

need_tools
"$PYTHON" scripts/setup_libtorch.py "$@"
