"""Spariglio's games in OpenSpiel.

Importing this module registers the Python game `python_spariglio`. Its parameters are `rules` (the name of a preset or
the path of a rule set file) and `dealer` (the seat that deals).

>>> import pyspiel
>>> import spariglio.openspiel
>>> game = pyspiel.load_game("python_spariglio(rules=scopa,dealer=1)")
>>> game.num_players(), game.num_distinct_actions(), game.utility_sum()
(2, 169, 0.0)

- **Actions** are steps (`Hand.legal_steps`): a decision is one or more steps. Plays without a choice are nodes too.
- **Chance** deals at the start: first the table, then the hand cards of all deal-rounds as in a record. Small packs
  (`SMALL_PACK`) are dealt part by part (the table, then the hand cards of each seat), so that all states can be listed:
  an outcome is a set of cards, bit `i` for card `i` of `Game.cards`. Larger packs are dealt card by card. Deals that
  the rules annul never happen: table cards have the probabilities that they have among all valid deals, so every valid
  deal is equally likely.
- **Returns** are margins in points; partners have the margin of their side. If there are two sides, the sum over the
  seats is 0, because both have the same number of seats (`ZERO_SUM`, also for partners). If there are more, the sum is
  not constant, because each side is compared with the best other one (`GENERAL_SUM`).
- **Information states** have perfect recall: the first table, the own cards of each deal-round so far, all actions,
  automatic declarations, and the own steps of a decision in progress. `Observer` lists the arrays.
- **Agents** are policies: `AgentPolicy` for games of any size.

Small games are also trees for OpenSpiel's C++ algorithms: `tree`, and for agents on them `policy`, `values` and
`exploitability`. `information_sets` has a view for each of their information sets.

Needs `pip install spariglio[openspiel]`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

try:
    import pyspiel  # type: ignore[import-not-found,import-untyped,unused-ignore]
    from open_spiel.python import policy as _policies  # type: ignore[import-not-found,import-untyped,unused-ignore]
except ImportError as error:
    raise ImportError("spariglio.openspiel needs OpenSpiel: pip install 'spariglio[openspiel]'") from error

from spariglio._core import STEPS, Game, Hand, Thinker
from spariglio._spiel.observer import Observer
from spariglio._spiel.plan import SMALL_PACK, Outcomes, Plan
from spariglio._spiel.progress import Progress
from spariglio._spiel.trees import exploitability, information_sets, policy, tree, values

__all__ = [
    "SMALL_PACK",
    "AgentPolicy",
    "Observer",
    "SpariglioGame",
    "SpariglioState",
    "exploitability",
    "information_sets",
    "policy",
    "tree",
    "values",
]

_NAME = "python_spariglio"
_DEFAULTS = {"rules": "scopa", "dealer": 0}


def _game_type(utility: Any) -> Any:
    return pyspiel.GameType(
        short_name=_NAME,
        long_name="Scopa family (Spariglio)",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=utility,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=6,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification=_DEFAULTS,
    )


class SpariglioGame(pyspiel.Game):  # type: ignore[misc,unused-ignore]
    """The game `python_spariglio`."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given = {**_DEFAULTS, **(params or {})}
        game = Game(given["rules"])
        plan = Plan.of(game.to_toml(), given["dealer"])
        two_sides = game.sides == 2
        utility = pyspiel.GameType.Utility.ZERO_SUM if two_sides else pyspiel.GameType.Utility.GENERAL_SUM
        info = pyspiel.GameInfo(
            num_distinct_actions=STEPS,
            max_chance_outcomes=plan.most_outcomes,
            num_players=game.players,
            min_utility=-float(plan.most_points),
            max_utility=float(plan.most_points),
            utility_sum=0.0 if two_sides else None,
            max_game_length=plan.most_steps,
        )
        super().__init__(_game_type(utility), info, given)
        self.plan = plan

    @property
    def rules(self) -> Game:
        """The game as a `Game` of Spariglio."""
        return self.plan.game

    def new_initial_state(self) -> SpariglioState:
        """The state before the deal."""
        return SpariglioState(self)

    def max_chance_nodes_in_history(self) -> int:
        """The most chance nodes of a history."""
        return self.plan.chance_nodes

    def make_py_observer(self, iig_obs_type: Any = None, params: Mapping[str, Any] | None = None) -> Observer:
        """An observer. If `iig_obs_type` is `None`, it shows the current moment, without perfect recall."""
        return Observer(self.plan, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)


class SpariglioState(pyspiel.State):  # type: ignore[misc,unused-ignore]
    """A state of `python_spariglio`."""

    def __init__(self, game: SpariglioGame) -> None:
        super().__init__(game)
        self.progress = Progress(game.plan)

    @property
    def hand(self) -> Hand | None:
        """A copy of the current hand, all cards open; `None` during the deal."""
        return self.progress.hand and self.progress.hand.copy()

    def current_player(self) -> int:
        """The seat to act, or the player number of chance or of the end."""
        hand = self.progress.hand
        if hand is None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if hand.over else hand.seat

    def _legal_actions(self, _player: int) -> list[int]:
        return self.progress.hand.legal_steps if self.progress.hand is not None else []

    def chance_outcomes(self) -> Outcomes:
        """The possible next outcomes of the deal, each with its probability."""
        return self.progress.plan.chance(self.progress.dealt)

    def _apply_action(self, action: int) -> None:
        if self.progress.hand is None:
            if not self.progress.plan.can_follow(self.progress.dealt, action):
                raise ValueError(f"outcome {action} is not possible here: expected one of chance_outcomes()")
            self.progress.deal(self.progress.plan.drawn(action))
        else:
            self.progress.hand.take(action)

    def _action_to_string(self, player: int, action: int) -> str:
        plan = self.progress.plan
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {plan.text(plan.cards[place] for place in plan.drawn(action))}"
        return plan.step_texts[action]

    def is_terminal(self) -> bool:
        """Whether the hand is over."""
        return self.progress.hand is not None and self.progress.hand.over

    def returns(self) -> list[float]:
        """By seat: the margin of its side in points; 0 if the hand is not over."""
        plan, hand = self.progress.plan, self.progress.hand
        if hand is None or not hand.over:
            return [0.0] * plan.players
        margins = hand.score().margins
        return [float(margins[side]) for side in plan.sides]

    def resample_from_infostate(self, player_id: int, probability_sampler: Callable[[], float]) -> SpariglioState:
        """A state that looks the same to `player_id`. The cards that it cannot see are drawn at random."""
        state: SpariglioState = self.get_game().new_initial_state()
        hand, plan = self.progress.hand, self.progress.plan
        if hand is None:
            return state
        dealt = plan.dealt(hand.view(player_id).sample(int(probability_sampler() * 2**53)))
        while state.progress.hand is None:
            at = len(state.progress.dealt)
            state.apply_action(plan.outcome(dealt[at : at + plan.next_part[at]]))
        for _, action in hand.history:
            for step in state.progress.hand.steps_of(str(action)):
                state.apply_action(step)
        for step in self.progress.steps_of(player_id):
            state.apply_action(step)
        return state

    def __str__(self) -> str:
        plan, hand = self.progress.plan, self.progress.hand
        if hand is None:
            return f"dealt {plan.text(plan.cards[place] for place in self.progress.dealt)}".rstrip()
        actions = [str(action) for _, action in hand.history]
        steps = [plan.step_texts[step] for step in hand.steps_taken]
        return "; ".join([f"deal {plan.text(hand.deal)}", *actions, *steps])


class AgentPolicy(_policies.Policy):  # type: ignore[misc,unused-ignore]
    """An agent of Spariglio as a policy of `python_spariglio`, in games of any size.

    An agent gives a probability to each action (`Decision.policy`). A step gets the sum over the actions that begin
    with it, divided by the sum over all legal steps. If that sum is 0, all steps are equally likely.
    """

    def __init__(self, game: Any, agent: str, seed: int = 0, simulations: int | None = None) -> None:
        super().__init__(game, list(range(game.num_players())))
        self._thinker = Thinker(game.rules, agent)
        self._seed = seed
        self._simulations = simulations

    def action_probabilities(self, state: Any, player_id: int | None = None) -> dict[int, float]:
        """The probability of each legal step."""
        progress: Progress = state.progress
        hand, seat = progress.hand, progress.seat
        if hand is None or seat is None or player_id not in (None, seat):
            raise ValueError(f"player_id is {player_id}: expected the seat to act, which is {seat}")
        legal, taken = hand.legal_steps, hand.steps_taken
        if len(legal) == 1:
            return {legal[0]: 1.0}
        decision = self._thinker.decide(hand.view(), self._seed, self._simulations)
        shares = dict.fromkeys(legal, 0.0)
        for action, probability in zip(decision.actions, decision.policy, strict=True):
            path = hand.steps_of(action)
            if path[: len(taken)] == taken:
                shares[path[len(taken)]] += probability
        total = sum(shares.values())
        return {step: share / total if total else 1 / len(legal) for step, share in shares.items()}


if _NAME not in pyspiel.registered_names():
    pyspiel.register_game(_game_type(pyspiel.GameType.Utility.GENERAL_SUM), SpariglioGame)
