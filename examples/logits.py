"""The logits of a network, from its file and the output of `spariglio inputs --example`."""

import json
import struct
import sys

decision = json.load(sys.stdin)
with open(f"{sys.argv[1]}/model.safetensors", "rb") as file:
    model = file.read()
start = 8 + struct.unpack("<Q", model[:8])[0]
tensor = json.loads(model[8:start])["policy"]
rows, width = tensor["shape"]


def row(index):
    return struct.unpack_from(f"<{width}e", model, start + tensor["data_offsets"][0] + 2 * width * index)


for action in decision["actions"]:
    inputs = map(row, decision["view"] + action["inputs"])
    hidden = [max(sum(column), 0.0) for column in zip(row(rows - 3), *inputs)]
    logit = action["residual"] + sum(h * weight for h, weight in zip(hidden, row(rows - 2)))
    print(f"{action['action']}\t{logit:.3f}\t{action['logit']:.3f}")
