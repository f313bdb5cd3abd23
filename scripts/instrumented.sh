#!/bin/sh
# The compiler for scripts/fuzz.sh: it adds libFuzzer's instrumentation to the crates of this project. Third-party crates are left without, so
# that an execution is fast; so are programs that run while compiling (they have no --target). The options are those of
# `cargo fuzz --sanitizer none`, all in stable Rust. Arithmetic that overflows and failed debug assertions are findings too.

case " $* " in
*' --target '*)
    exec "$@" -Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 -Cllvm-args=-sanitizer-coverage-inline-8bit-counters \
        -Cllvm-args=-sanitizer-coverage-pc-table -Cllvm-args=-sanitizer-coverage-trace-compares -Cllvm-args=-simplifycfg-branch-fold-threshold=0 \
        -Cdebug-assertions -Coverflow-checks
    ;;
*) exec "$@" ;;
esac
