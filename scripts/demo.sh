#!/usr/bin/env bash
# The whole loop in one go: learns two-player Cirulla for a few generations, then compares all agents. What is done already is not done again.

source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

RUN=runs/demo
ARENA="$RUN/arena/final.json"
AGENTS=configs/arena/demo.toml

learn() {
    "$SPARIGLIO" learn configs/learn/demo.toml --out "$RUN"
}

# The arena is played again only where the network or the agents are newer than its result.
compare() {
    if [ "$ARENA" -nt "$RUN/nets/best.json" ] && [ "$ARENA" -nt "$AGENTS" ]; then
        say "$ARENA is up to date"
    else
        "$SPARIGLIO" arena --config "$AGENTS" --net "$RUN" --out "$ARENA" --again
    fi
}

step 'set up' bash scripts/setup.sh
step 'build' cargo build --locked --release -p spariglio-cli --features train
step 'learn' learn
step 'compare' compare
step 'report' "$SPARIGLIO" report "$RUN"
say "all done in $SECONDS s: open $RUN/report.html"
