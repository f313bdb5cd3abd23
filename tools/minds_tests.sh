#!/usr/bin/env bash
# Tests what language models use with the wheel in dist/: the environments of spariglio.minds in their kits, and the server
# of the Model Context Protocol with its reference client. The first run downloads about 200 MB.

source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

install_wheel .venv-minds
python_tests .venv-minds "${MINDS_TESTS[@]}"
