"""The logits of a network, from its file and the output of `spariglio inputs --example`."""

import json
import struct
import sys
from pathlib import Path

decision = json.load(sys.stdin)
model = Path(sys.argv[1], "model.safetensors").read_bytes()
start = 8 + struct.unpack("<Q", model[:8])[0]
tensor = json.loads(model[8:start])["policy"]
rows, width = tensor["shape"]


def row(index):
    return struct.unpack_from(f"<{width}e", model, start + tensor["data_offsets"][0] + 2 * width * index)


for action in decision["actions"]:
    inputs = map(row, decision["view"] + action["inputs"])
    hidden = [max(sum(column), 0.0) for column in zip(row(rows - 3), *inputs, strict=True)]
    logit = action["residual"] + sum(h * weight for h, weight in zip(hidden, row(rows - 2), strict=True))
    print(f"{action['action']}\t{logit:.3f}\t{action['logit']:.3f}")
