#!/usr/bin/env bash
# Tests the installed Python wheel. tools/torch_tests.sh runs the tests that need PyTorch.

source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

install_wheel .venv
(cd apps/python && ../../.venv/bin/mypy)
python_tests .venv "${TORCH_TESTS[@]/#/--ignore=}" apps/python/tests
