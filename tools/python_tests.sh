#!/usr/bin/env bash
# Tests the installed Python wheel. tools/torch_tests.sh and tools/minds_tests.sh run the tests that need more.

source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

install_wheel .venv
(cd apps/python && ../../.venv/bin/mypy)
python_tests .venv "${TORCH_TESTS[@]/#/--ignore=}" "${MINDS_TESTS[@]/#/--ignore=}" apps/python/tests
