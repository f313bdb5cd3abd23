#!/usr/bin/env bash
# Measures this machine: engine, search, network inference. Needs no libtorch.

source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

need_compiler
step 'build' build_program
exec "$SPARIGLIO" bench "$@"
