#!/usr/bin/env bash
# Applies the patches in tools/changes/ to a copy of the sources and compiles it: what should be easy to change, is.

source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

COPY="$(realpath -m "$TARGET")/changes"

# The number of files that a patch touches, or of those in the folders src/.
touched() {
    local files
    files="$(sed -n 's|^diff --git a/.* b/||p' "$1")"
    case "$2" in
        *'of src/') grep --count '/src/.*\.rs$' <<<"$files" ;;
        *) wc --lines <<<"$files" ;;
    esac
}

within_limits() {
    local patch limit count
    for patch in tools/changes/*.patch; do
        limit="$(sed -n 's/^Limit: //p' "$patch" | head -n 1)"
        count="$(touched "$patch" "$limit")"
        say "$(basename "$patch" .patch): $count, limit $limit"
        [ "$count" -le "${limit%% *}" ] || die "$patch touches $count files, expected at most $limit"
    done
}

copy() {
    rm -rf "$COPY"
    mkdir -p "$COPY"
    git ls-files -z --cached --others --exclude-standard | tar --create --null --ignore-failed-read --files-from=- |
        tar --extract --directory "$COPY"
}

apply_all() {
    local patch
    for patch in tools/changes/*.patch; do
        GIT_CEILING_DIRECTORIES="$(dirname "$COPY")" git -C "$COPY" apply "$PWD/$patch" || die "$patch does not apply: make its change again by hand"
    done
}

# Another version, so that cargo does not take what it compiles here for the real crates.
set_apart() {
    sed --in-place --expression '0,/^version = .*/s//version = "0.0.0-changed"/' \
        --expression '/^spariglio-/s/version = "[^"]*"/version = "=0.0.0-changed"/' "$COPY/Cargo.toml"
    sed --in-place '/^name = "spariglio/{n;s/.*/version = "0.0.0-changed"/}' "$COPY/Cargo.lock"
}

within_limits
copy
apply_all
set_apart
CARGO_TARGET_DIR="$(realpath "$TARGET")" cargo check "${PROGRAMS[@]}" --all-targets --manifest-path "$COPY/Cargo.toml"
