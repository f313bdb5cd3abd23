#!/usr/bin/env bash
# Everything a build with training needs: compilers, Python, libtorch. Can be run again; quick if everything is
# installed.

source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

need_tools
"$PYTHON" tools/setup_libtorch.py "$@"
