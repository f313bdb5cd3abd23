"""The logits of a network, from its files and the output of `spariglio inputs --example`."""

import json
import struct
import sys
from pathlib import Path

decision = json.load(sys.stdin)
blocks = json.loads(Path(sys.argv[1], "meta.json").read_text()).get("blocks", 0)
model = Path(sys.argv[1], "model.safetensors").read_bytes()
start = 8 + struct.unpack("<Q", model[:8])[0]
tensor = json.loads(model[8:start])["policy"]
rows, width = tensor["shape"]
bias = rows - 3 - blocks * (width + 1)


def row(index):
    return struct.unpack_from(f"<{width}e", model, start + tensor["data_offsets"][0] + 2 * width * index)


def relu_of_sums(*rows):
    return [max(sum(column), 0.0) for column in zip(*rows, strict=True)]


for action in decision["actions"]:
    hidden = relu_of_sums(row(bias), *map(row, decision["inputs"] + action["inputs"]))
    for first in range(bias + 1, rows - 2, width + 1):
        scaled = ([number * weight for weight in row(first + place)] for place, number in enumerate(hidden))
        hidden = relu_of_sums(hidden, row(first + width), *scaled)
    logit = action["residual"] + sum(h * weight for h, weight in zip(hidden, row(rows - 2), strict=True))
    print(f"{action['action']}\t{logit:.3f}\t{action['logit']:.3f}")
