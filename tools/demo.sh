#!/usr/bin/env bash
# From nothing to a network that beats the book players: learns Scopone by policy gradient, then compares agents. Steps
# that are already done are skipped.

source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

RUN=runs/demo
ARENA="$RUN/arena/final.json"
AGENTS=configs/arena/demo.toml

learn() {
    "$SPARIGLIO" learn configs/learn/demo.toml --out "$RUN"
}

# Plays the arena again only if the network or the agents are newer than its result.
compare() {
    if [ "$ARENA" -nt "$RUN/nets/best.json" ] && [ "$ARENA" -nt "$AGENTS" ]; then
        say "$ARENA is up to date"
    else
        "$SPARIGLIO" arena "$AGENTS" --net "$RUN" --out "$ARENA" --again
    fi
}

say 'Builds the program (5 minutes on two cores), learns Scopone from nothing (a minute), then plays six agents against'
say 'each other (a minute). The end is a page of tables and pictures: runs/demo/report.html'
step 'compiler' need_compiler
step 'build' build_program
step 'learn' learn
step 'compare' compare
step 'report' "$SPARIGLIO" report "$RUN"
say "all done in $SECONDS s: open $RUN/report.html"
say "play against the network in the browser: $SPARIGLIO serve --agents net:net=$RUN --open"
