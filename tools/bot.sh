#!/usr/bin/env bash
# Builds what apps need into dist/bot/: the C library with its header, the npm package with the networks, and the module
# of the page that plays without a server. Then tests the first two: the C example under valgrind if that is there, the
# package in Node, its types by the TypeScript compiler if npm can fetch it. Without Node or the target of WebAssembly their tests are skipped.

source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

OUT="$(realpath -m dist/bot)"
LIBRARY=(--locked --profile bot --package spariglio-bot --features c)

# The crates of a program that depends on engine and agents only, itself too.
MOST_CRATES=45

# The bytes of the module in the npm package, gzipped.
MOST_BYTES=500000

few_crates() {
    local crates count
    crates="$(cargo tree --locked --no-default-features --package spariglio-engine --package spariglio-agents \
        --edges normal --prefix none --format '{p}' | cut --delimiter ' ' --fields 1,2 | sort -u | sed '/^$/d')"
    count=$((1 + $(wc -l <<<"$crates")))
    [ "$count" -le "$MOST_CRATES" ] || die "$count crates, expected at most $MOST_CRATES:"$'\n'"$crates"
    say "$count crates"
}

# Networks: their files of weights have the descriptions too.
networks() {
    local folder
    mkdir -p "$OUT/npm/networks"
    for folder in agents/nets/*/; do
        cp "$folder/model.safetensors" "$OUT/npm/networks/$(basename "$folder").safetensors"
    done
}

# Decisions with all numbers of each network, to test ports.
vectors() {
    local folder name seed
    [ -x "$SPARIGLIO" ] || build_program
    mkdir -p "$OUT/vectors"
    for folder in agents/nets/*/; do
        name="$(basename "$folder")"
        case "$name" in *_lookahead | *_house) continue ;; esac
        for seed in $(seq 20); do "$SPARIGLIO" inputs --rules "$name" --example --seed "$seed"; done >"$OUT/vectors/$name.jsonl"
    done
}

c_library() {
    cargo rustc "${LIBRARY[@]}" --crate-type cdylib,staticlib
    mkdir -p "$OUT/c"
    cp "$TARGET"/bot/libspariglio_bot.so "$OUT/c/libspariglio.so"
    cp "$TARGET"/bot/libspariglio_bot.a "$OUT/c/libspariglio.a"
    cp apps/bot/include/spariglio.h "$OUT/c/"
}

# Compiles a C program with the library.
compile() {
    cc -Wall -Wextra -Werror -I "$OUT/c" "$1" "$OUT/c/libspariglio.a" -lpthread -ldl -lm -o "$OUT/c/$2"
}

c_example() {
    local run=()
    compile apps/bot/examples/hand.c hand
    compile apps/bot/tests/doors/ask.c ask
    if command -v valgrind >/dev/null; then
        run=(valgrind --quiet --leak-check=full --error-exitcode=3)
    else
        skipped 'valgrind' 'it is not here'
    fi
    "${run[@]}" "$OUT/c/hand" "$OUT/npm/networks/scopa.safetensors" | tail -n 1
}

# Builds the module of WebAssembly with some features.
module() {
    # Vectors run everywhere since 2021; the stack is that of other systems. Short numbers and names save 8 kB.
    RUSTFLAGS="-C target-feature=+simd128 -C panic=abort -C link-arg=-zstack-size=4194304 \
        -C link-arg=--compress-relocations --remap-path-prefix=${CARGO_HOME:-$HOME/.cargo}/registry/src/=" \
        cargo rustc --locked --profile bot --package spariglio-bot --features "$1" --target "$WASM" --crate-type cdylib
    cp "$TARGET/$WASM/bot/spariglio_bot.wasm" "$OUT/$2"
}

gzipped() {
    gzip -9 --stdout "$1" | wc --bytes
}

package() {
    local bytes
    module c npm/spariglio.wasm
    bytes="$(gzipped "$OUT/npm/spariglio.wasm")"
    [ "$bytes" -le "$MOST_BYTES" ] || die "spariglio.wasm: $bytes bytes gzipped, expected at most $MOST_BYTES"
    cp apps/bot/npm/* LICENSE-APACHE LICENSE-MIT "$OUT/npm/"
    cp apps/bot/README.md "$OUT/npm/README.md"
}

types() {
    (cd apps/bot/tests/doors && npx --yes --package typescript@5 tsc --strict --noEmit --target es2022 --module nodenext user.ts) ||
        die 'the types of the npm package do not fit a user of it'
}

need_tools
step 'few crates' few_crates
step 'networks' networks
step 'vectors' vectors
step 'C library' c_library
step 'C example' c_example
if ! has_wasm; then
    skipped 'npm package' "rustc has no $WASM"
else
    step 'npm package' package
    step 'module of the page that needs no server' module c,house play.wasm
    if command -v node >/dev/null; then
        step 'npm package in Node' node apps/bot/tests/doors/node.mjs "$OUT"
    else
        skipped 'npm package in Node' 'Node is not here'
    fi
    if timeout 60 npx --yes --package typescript@5 tsc --version >/dev/null 2>&1; then
        step 'types' types
    else
        skipped 'types of the npm package' 'npx cannot fetch the TypeScript compiler'
    fi
fi
for file in "$OUT"/npm/spariglio.wasm "$OUT"/play.wasm "$OUT"/c/libspariglio.so; do
    [ -f "$file" ] && say "$(basename "$file"): $(stat --format %s "$file") bytes, $(gzipped "$file") gzipped"
done
