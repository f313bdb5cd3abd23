"""The logits of a network with PyTorch, from its file and the output of `spariglio inputs --example`."""

import json
import sys

from safetensors.torch import load_file

decision = json.load(sys.stdin)
policy = load_file(f"{sys.argv[1]}/model.safetensors")["policy"].float()
bias, output = policy[-3], policy[-2]
for action in decision["actions"]:
    hidden = (bias + policy[decision["view"] + action["inputs"]].sum(0)).relu()
    logit = action["residual"] + (hidden @ output).item()
    print(f"{action['action']}\t{logit:.3f}\t{action['logit']:.3f}")
