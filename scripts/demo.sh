#!/usr/bin/env bash
# The whole loop in one go: learns two-player Cirulla for a few generations, then compares all agents. What is done already is not done again.

source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

RUN=runs/demo

step 'set up' bash scripts/setup.sh
step 'build' cargo build --locked --release -p spariglio-cli --features train
step 'learn' "$SPARIGLIO" learn configs/learn/demo.toml --out "$RUN"
step 'compare' "$SPARIGLIO" arena --config configs/arena/demo.toml --net "$RUN" --out "$RUN/arena/final.json"
step 'report' "$SPARIGLIO" report "$RUN"
say "open $RUN/report.html"
