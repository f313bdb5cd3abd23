"""A user's learner in PyTorch."""

import tempfile

import torch

import spariglio as sp
from spariglio import net
from spariglio.vector import VecEnv

model = net.PolicyNet.new("mini_scopone", width=32)
optimiser = torch.optim.Adam(model.parameters())
env = VecEnv("mini_scopone", 8, obs="sparse", state=True)
batch, info = env.reset(seed=1)
for _turn in range(3):
    lists = net.lists(batch)
    choice = net.sample(model(lists), lists.starts)
    batch, rewards, over, cut, info = env.step(choice.numpy())
    loss = -net.log_prob(model(lists), lists.starts, choice).mean() + (model.value(lists) ** 2).mean()
    optimiser.zero_grad()
    loss.backward()  # type: ignore[no-untyped-call]
    optimiser.step()
with tempfile.TemporaryDirectory() as folder:
    model.save(folder)
    sp.arena("mini_scopone", [f"net:net={folder}", "random"], hands=4)
sp.NetSearch(model.evaluator(), simulations=2)
