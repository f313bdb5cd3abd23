#!/usr/bin/env python3
"""Writes a network as one file: the weights with their description as metadata. docs/reference/bot.md.

Usage: tools/single_network.py FOLDER FILE
"""

import json
import sys
from pathlib import Path


def single(weights, description):
    """The bytes of a safetensors file with the description in its header."""
    length = int.from_bytes(weights[:8], "little")
    header = {"__metadata__": {"spariglio": description}, **json.loads(weights[8 : 8 + length])}
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    return len(text).to_bytes(8, "little") + text + weights[8 + length :]


if __name__ == "__main__":
    folder, file = map(Path, sys.argv[1:])
    description = (folder / "meta.json").read_text()
    file.write_bytes(single((folder / "model.safetensors").read_bytes(), description))
