"""The networks of the learners in PyTorch: two hidden layers, which read the inputs of an information set."""

import numpy as np
import numpy.typing as npt
import torch
from small_game import Shares, SmallGame
from torch import Tensor, nn

WIDTH = 64


class Network(nn.Module):
    """A number for each action of an information set, or one number. All are 0 at first."""

    def __init__(self, game: SmallGame, outputs: int) -> None:
        super().__init__()
        self.inputs = torch.from_numpy(game.inputs)
        self.legal = torch.from_numpy(game.legal)
        last = nn.Linear(WIDTH, outputs)
        nn.init.zeros_(last.weight)
        nn.init.zeros_(last.bias)
        first = nn.Linear(self.inputs.shape[1], WIDTH)
        self.layers = nn.Sequential(first, nn.ReLU(), nn.Linear(WIDTH, WIDTH), nn.ReLU(), last)

    def forward(self, sets: Tensor) -> Tensor:
        """The outputs, shape (sets, outputs)."""
        outputs: Tensor = self.layers(self.inputs[sets])
        return outputs

    def masked(self, sets: Tensor) -> Tensor:
        """The outputs of the legal actions; those of others are -1e9."""
        return self(sets).masked_fill(~self.legal[sets], -1e9)

    @torch.no_grad()
    def play(self, sets: npt.NDArray[np.int64]) -> Shares:
        """The policy whose logits are the outputs."""
        return self.masked(torch.from_numpy(sets)).softmax(1).numpy()
