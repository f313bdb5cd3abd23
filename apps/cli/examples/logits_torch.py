"""The logits of a network with PyTorch, from its files and the output of `spariglio inputs --example`."""

import json
import sys
from pathlib import Path

from safetensors.torch import load_file

decision = json.load(sys.stdin)
blocks = json.loads(Path(sys.argv[1], "meta.json").read_text()).get("blocks", 0)
policy = load_file(f"{sys.argv[1]}/model.safetensors")["policy"].float()
rows, width = policy.shape
bias, output = rows - 3 - blocks * (width + 1), policy[-2]
for action in decision["actions"]:
    hidden = (policy[bias] + policy[decision["inputs"] + action["inputs"]].sum(0)).relu()
    for first in range(bias + 1, rows - 2, width + 1):
        hidden = (hidden + policy[first + width] + hidden @ policy[first : first + width]).relu()
    logit = action["residual"] + (hidden @ output).item()
    print(f"{action['action']}\t{logit:.3f}\t{action['logit']:.3f}")
