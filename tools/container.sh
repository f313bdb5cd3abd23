#!/usr/bin/env bash
# Builds the image of the Containerfile and plays in it, if docker, podman or buildah can build here.

source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

TAG=spariglio-test
BASE="$(sed -n 's/^FROM \(.*\) AS build$/\1/p' Containerfile)"

# Whether a tool can fetch the image to build on: its service runs, and the network is there.
can_build() {
    command -v "$1" >/dev/null && timeout 300 "$1" pull --quiet "$BASE" >/dev/null 2>&1
}

# Sets TOOL to the first tool that can build; fails if there is none.
find_tool() {
    for TOOL in podman docker buildah; do
        ! can_build "$TOOL" || return 0
    done
    return 1
}

# The program plays in the image, and not as root.
play() {
    local user
    user="$("$TOOL" run --rm --entrypoint id "$TAG" -u)"
    [ "$user" != 0 ] || die 'the image runs as root'
    "$TOOL" run --rm "$TAG" arena --rules scopone --agents net,formula --hands 200
}

find_tool || {
    skipped 'container' 'none of podman, docker and buildah can fetch images here'
    exit 0
}
"$TOOL" build --file Containerfile --tag "$TAG" .
# buildah runs no images.
[ "$TOOL" = buildah ] || play
