#!/usr/bin/env bash
# Coverage-guided fuzzing of one target: tools/fuzz.sh TARGET SECONDS [option of libFuzzer ...]
# `tools/fuzz.sh` alone lists the targets. New inputs go to target/fuzz-corpus/TARGET, findings to
# target/fuzz-findings/TARGET. When a fault is fixed, move its finding to tools/fuzz/findings/TARGET: every `make test`
# replays it.
# More options: -runs=N stops after N executions, -max_len=N, -help=1.

source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

if [ "$#" -lt 2 ]; then
    say "usage: tools/fuzz.sh TARGET SECONDS [option of libFuzzer ...]"
    say "targets: $(fuzz_targets)"
    exit 2
fi
name="$1" seconds="$2"
shift 2
[[ " $(fuzz_targets) " == *" $name "* ]] || die "no target \`$name\`: expected one of $(fuzz_targets)"
need_compiler
command -v c++ >/dev/null || install_packages g++

host="$(rustc -vV | sed -n 's/^host: //p')"
# Cargo does not see the wrapper's options. If they change, the folder changes.
built="$TARGET/fuzz/$(cksum <tools/instrumented.sh | cut -d ' ' -f 1)"
RUSTC_WORKSPACE_WRAPPER="$PWD/tools/instrumented.sh" cargo build --locked --release --package spariglio-fuzz --bin fuzz \
    --features libfuzzer --target "$host" --target-dir "$built"

corpus="$TARGET/fuzz-corpus/$name" findings="$TARGET/fuzz-findings/$name"
mkdir -p "$corpus" "$findings"
inputs=("$corpus")
[ ! -d "tools/fuzz/findings/$name" ] || inputs+=("tools/fuzz/findings/$name")
# The program writes the target's seeds to this folder.
export SPARIGLIO_FUZZ_TARGET="$name" SPARIGLIO_FUZZ_SEEDS="$corpus"
# If the system has a memory disk, targets write their files there.
[ ! -d /dev/shm ] || export TMPDIR=/dev/shm
"$built/$host/release/fuzz" "${inputs[@]}" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 \
    -artifact_prefix="$findings/" -print_final_stats=1 "$@"
