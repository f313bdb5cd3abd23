#!/usr/bin/env bash
# Tests what needs PyTorch with the wheel in dist/: the package, learners of other projects, examples and notebooks.
# The first run downloads some gigabytes.

source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

install_wheel .venv-torch
python_tests .venv-torch "${TORCH_TESTS[@]}"
rm -rf target/notebooks
.venv-torch/bin/python tools/run_notebooks.py --keep target/notebooks "${TORCH_NOTEBOOKS[@]}"
