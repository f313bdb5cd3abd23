"""A user's program about hands: played, drawn, searched, solved, written."""

from typing import assert_type

import spariglio as sp
from spariglio import show

game = sp.Game("scopa")
hand = game.deal(seed=1, dealer=1)
while game.plies - hand.ply > 6:
    view = hand.view()
    decision = sp.search(view, "ismcts:simulations=8", seed=1)
    assert_type(decision.policy, list[float])
    hand.play(decision.action)
assert_type(sp.solve(hand), list[tuple[sp.Action, int]])
picture = show.view(hand.view(0), "french")
while not hand.over:
    hand.play(0)
assert_type(hand.score().margins, list[int])
again = sp.Hand.from_record(hand.record())
assert_type([(seat, str(action)) for seat, action in again.history], list[tuple[int, str]])
assert_type(game.card("7d").rank, int)
