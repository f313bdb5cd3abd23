#!/bin/sh
# The compiler for tools/fuzz.sh: adds libFuzzer's instrumentation to the crates of this project. Third-party crates
# are not instrumented, so that an execution is fast. Neither are programs that run during compilation (they have no
# --target). The options are those of `cargo fuzz --sanitizer none`, all in stable Rust. Integer overflows and failed
# debug assertions are findings too.

case " $* " in
*' --target '*)
    exec "$@" -Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 -Cllvm-args=-sanitizer-coverage-inline-8bit-counters \
        -Cllvm-args=-sanitizer-coverage-pc-table -Cllvm-args=-sanitizer-coverage-trace-compares -Cllvm-args=-simplifycfg-branch-fold-threshold=0 \
        -Cdebug-assertions -Coverflow-checks
    ;;
*) exec "$@" ;;
esac
