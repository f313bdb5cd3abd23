//! Inputs: what a network is told of a view, of its actions and of the world, as the indices of the inputs that are 1.
//!
//! Everything is relative to the seat to act: seat `j` is the `j`-th in the order of play from it. So turning the table
//! leaves the inputs alone, and no input of a view or an action changes with hidden cards. Indices below
//! [`Encoder::policy_len`] are those of the policy (views, then actions); the world's stand in the same place as the
//! actions', in a network of their own: a critic reads views and worlds.
//!
//! | file | noun |
//! |---|---|
//! | `layout` | which input stands where |
//! | `residual` | the policy that a network adds its logits to |
//! | `refusals` | what seats refused to take, and laid instead |
//! | `takes` | what a hand can take at best |

mod layout;
mod refusals;
mod residual;
mod takes;
#[cfg(test)]
mod tests;

use spariglio_engine::{Action, ActionKind, Card, CardSet, Game, PublicAction, State, View};

use crate::book::formula::FormulaPolicy;
use layout::{
    ActionLayout, BINS_PER_POINT, GAPS, OF_RANK, REFUSALS, SCORES, SOME_CARDS, SUMS, Sizes, TAKES, ViewLayout,
    WorldLayout,
};
pub use refusals::Refusals;
pub use residual::Residual;
use takes::{TableTakes, Takes};

/// Version of the inputs: a network trained for one version cannot be used with another.
pub const INPUTS_VERSION: u32 = 1;

/// The bin of the score 0.
const ZERO_SCORE: i32 = 10;

/// What turns views, actions and worlds of one game into inputs.
#[derive(Clone, Debug)]
pub struct Encoder {
    sizes: Sizes,
    view: ViewLayout,
    action: ActionLayout,
    world: WorldLayout,
    takes: Takes,
    formula: FormulaPolicy,
    /// The formula's scores of the actions of one decision.
    scores: Vec<f32>,
    /// The cards that the prime values most.
    best: CardSet,
    single: CardSet,
}

/// The inputs of the actions of one decision.
#[derive(Clone, Debug, Default)]
pub struct ActionInputs {
    indices: Vec<u16>,
    ends: Vec<u32>,
}

impl ActionInputs {
    /// The inputs of the action of an index.
    #[inline(always)]
    pub fn of(&self, action: usize) -> &[u16] {
        let start = if action == 0 { 0 } else { self.ends[action - 1] };
        &self.indices[start as usize..self.ends[action] as usize]
    }

    /// Number of actions.
    #[inline(always)]
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are no actions.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    fn clear(&mut self) {
        self.indices.clear();
        self.ends.clear();
    }
}

impl Encoder {
    /// The encoder of a game.
    pub fn new(game: &Game) -> Encoder {
        let sizes = Sizes::of(game);
        let view = ViewLayout::new(&sizes, 0);
        let best = game.prime().and_then(|prime| prime.classes().next());
        let formula = FormulaPolicy::new(game);
        Encoder {
            action: ActionLayout::new(&sizes, view.end),
            world: WorldLayout::new(&sizes, view.end),
            view,
            sizes,
            takes: Takes::new(game, &formula),
            formula,
            scores: Vec::new(),
            best: best.unwrap_or(CardSet::EMPTY) & game.pack(),
            single: game.singles().iter().fold(CardSet::EMPTY, |all, &(card, _)| all | card),
        }
    }

    /// Number of inputs of a policy: views and actions.
    pub fn policy_len(&self) -> usize {
        self.action.end.into()
    }

    /// Number of inputs of a critic: views and worlds.
    pub fn critic_len(&self) -> usize {
        self.world.end.into()
    }

    /// Adds an action, which leaves `state`, to what the seats refused.
    #[inline]
    pub fn note(&self, refusals: &mut Refusals, game: &Game, state: &State, action: Action) {
        refusals.note(game, &self.takes.reach, &PublicAction::of(state, action));
    }

    /// What the history of a view tells of refusals.
    pub fn refusals(&self, view: &View<'_>) -> Refusals {
        Refusals::of(view, &self.takes.reach)
    }

    /// Appends the inputs of a view to `out`.
    pub fn view(&self, view: &View<'_>, refusals: &Refusals, out: &mut Vec<u16>) {
        self.seen(view, refusals, out);
    }

    /// Appends the inputs of a view, then what the world's `state` shows besides it; gives how many `out` has with the
    /// view's.
    pub fn view_and_world(&self, view: &View<'_>, state: &State, refusals: &Refusals, out: &mut Vec<u16>) -> usize {
        let takes = self.seen(view, refusals, out);
        let len = out.len();
        self.world(view.game(), state, takes, out);
        len
    }

    /// Appends the inputs of a view; gives what can be taken of its table.
    fn seen(&self, view: &View<'_>, refusals: &Refusals, out: &mut Vec<u16>) -> TableTakes<'_> {
        let at = &self.view;
        let game = view.game();
        let (own, players) = (view.seat(), game.players());
        let (hand, table, unseen) = (view.hand_cards(), view.table(), view.unseen());
        cards(out, at.hand, hand);
        cards(out, at.table, table);
        cards(out, at.unseen, unseen);
        for other in 0..self.sizes.others {
            let seat = (own + 1 + other) % players;
            let plane = (other * self.sizes.cards) as u16;
            cards(out, at.known + plane, view.known(seat));
            cards(out, at.played + plane, view.played(seat));
            let start = at.refusals as usize + other * REFUSALS * self.sizes.ranks;
            refusals.each(view, seat, unseen, self.sizes.ranks, |index| {
                out.push((start + index) as u16)
            });
            if self.sizes.declares > 0 && view.passed(seat) {
                out.push(at.passed + other as u16);
            }
        }
        if self.sizes.declares > 0 {
            out.push(at.matta + u16::from(view.matta()));
            if view.is_declaring() {
                out.push(at.declaring);
            }
        }
        out.push(at.ply + view.ply() as u16);
        self.piles(view, out);
        self.table(view, unseen, out);
        let takes = self.takes.of(game, table, view.matta(), view.ply());
        out.push(at.take + takes.bin(hand));
        if takes.sweeps(hand) {
            out.push(at.can_sweep);
        }
        takes
    }

    /// The piles, their counts, and the points scored in play.
    fn piles(&self, view: &View<'_>, out: &mut Vec<u16>) {
        let at = &self.view;
        let game = view.game();
        let (own, sides) = (game.side(view.seat()), game.sides());
        let points = |side| {
            let bonus = if game.side(view.dealer()) == side {
                view.dealer_bonus()
            } else {
                0
            };
            view.tally(side).points(game) + i32::from(bonus)
        };
        let count = |cards: CardSet| [cards.len() as u16, (cards & game.suit_cards()).len() as u16];
        let mine = view.pile(own);
        cards(out, at.own_pile, mine);
        let (mut others, mut most_points) = ([0; 2], i32::MIN);
        for other in 0..self.sizes.other_sides {
            let side = (own + 1 + other) % sides;
            let pile = view.pile(side);
            cards(out, at.other_piles + (other * self.sizes.cards) as u16, pile);
            let counts = count(pile);
            others = [others[0].max(counts[0]), others[1].max(counts[1])];
            most_points = most_points.max(points(side));
        }
        let [own_cards, own_suit] = count(mine);
        out.push(at.own_cards + own_cards);
        out.push(at.own_suit + own_suit);
        out.push(at.other_cards + others[0]);
        out.push(at.other_suit + others[1]);
        out.push(at.tally + ((points(own) - most_points).clamp(-12, 12) + 12) as u16);
        let last = view.last_capture().map_or(sides, |side| (side + sides - own) % sides);
        out.push(at.last_capture + last as u16);
    }

    /// The table's sum, and the ranks of which an odd number is out of all hands.
    fn table(&self, view: &View<'_>, unseen: CardSet, out: &mut Vec<u16>) {
        let at = &self.view;
        let sum = sum(view.table());
        out.push(at.sum + sum.min(SUMS - 1) as u16);
        if (1..=self.sizes.ranks).contains(&sum) {
            out.push(at.sum_unseen + of_rank(unseen, sum));
        }
        let piles = (0..view.game().sides()).map(|side| view.pile(side));
        let gone = piles.fold(view.table(), |gone, pile| gone | pile);
        for rank in 1..=self.sizes.ranks {
            if of_rank(gone, rank) & 1 != 0 {
                out.push(at.odd + rank as u16 - 1);
            }
        }
    }

    /// Replaces `out` by the inputs of the actions of a view, and `logits` by those of the residual, one per action.
    pub fn actions(
        &mut self,
        view: &View<'_>,
        actions: &[Action],
        residual: Residual,
        out: &mut ActionInputs,
        logits: &mut Vec<f32>,
    ) {
        self.scores.clear();
        if residual == Residual::Formula {
            self.formula.score(view, actions, &mut self.scores);
        }
        residual::logits(&self.scores, logits);
        logits.resize(actions.len(), 0.0);
        out.clear();
        let unseen = view.unseen();
        let best = self.scores.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        for (index, &action) in actions.iter().enumerate() {
            let at = &self.action;
            let inputs = &mut out.indices;
            match action.kind() {
                ActionKind::Play { card, captured } => self.play(view, unseen, card, captured, inputs),
                ActionKind::Declare { cards: declared, matta } => {
                    cards(inputs, at.declared, declared);
                    inputs.push(at.declared_matta + u16::from(matta));
                }
                ActionKind::Pass => inputs.push(at.pass),
            }
            if let Some(&score) = self.scores.get(index) {
                self.score(score, best, inputs);
            }
            out.ends.push(out.indices.len() as u32);
        }
    }

    /// The formula's score of an action, and what it lacks to the best.
    #[inline(always)]
    fn score(&self, score: f32, best: f32, out: &mut Vec<u16>) {
        let bin = |points: f32| (points * BINS_PER_POINT).floor() as i32;
        out.push(self.action.score + (bin(score) + ZERO_SCORE).clamp(0, SCORES as i32 - 1) as u16);
        out.push(self.action.gap + bin(best - score).clamp(0, GAPS as i32 - 1) as u16);
    }

    /// The inputs of a play: the card, what it takes, what it leaves.
    #[inline]
    fn play(&self, view: &View<'_>, unseen: CardSet, card: Card, captured: CardSet, out: &mut Vec<u16>) {
        let at = &self.action;
        let game = view.game();
        let played = CardSet::single(card);
        let hand = view.hand_cards() - played;
        let captures = !captured.is_empty() || view.takes_itself(card);
        let gained = if captures { captured | played } else { CardSet::EMPTY };
        let left = (view.table() | played) - gained;
        let rank = usize::from(card.rank());
        out.push(at.card + u16::from(card.index()));
        cards(out, at.captured, captured);
        cards(out, at.left, left);
        out.push(at.captured_len + some(captured.len()));
        out.push(at.left_len + some(left.len()));
        out.push(at.left_sum + sum(left).min(SUMS - 1) as u16);
        let (own_count, unseen_count) = (of_rank(hand, rank), of_rank(unseen, rank));
        let of_rank_len = OF_RANK as u16;
        let ranks = self.sizes.ranks as u16;
        let place = u16::from(captures) * ranks + rank as u16 - 1;
        out.push(at.played + (place * of_rank_len + own_count) * of_rank_len + unseen_count);
        out.push(at.own_of_rank + own_count);
        out.push(at.unseen_of_rank + unseen_count);
        if captures {
            out.push(at.suit_captured + (gained & game.suit_cards()).len() as u16);
            out.push(at.best_captured + ((gained & self.best).len() as u16).min(of_rank_len - 1));
            cards(out, at.single_captured, gained & self.single);
        }
        cards(out, at.single_left, left & self.single);
        if left.is_empty() {
            out.push(at.sweeps);
            return;
        }
        let matta = view.matta();
        let sweepers = game.sweepers(left, matta);
        let mut sweeping = ranks_of(sweepers);
        while sweeping != 0 {
            let rank = sweeping.trailing_zeros() as usize;
            let place = rank as u16 - 1;
            out.push(at.sweepers_unseen + place * of_rank_len + of_rank(sweepers & unseen, rank));
            if of_rank(sweepers & hand, rank) > 0 {
                out.push(at.sweepers_own + place);
            }
            sweeping &= sweeping - 1;
        }
        let mut reached = self.takes.reach.ranks(left, matta);
        while reached != 0 {
            let rank = reached.trailing_zeros() as usize;
            let place = rank as u16 - 1;
            out.push(at.reached_unseen + place * of_rank_len + of_rank(unseen, rank));
            if of_rank(hand, rank) > 0 {
                out.push(at.reached_own + place);
            }
            reached &= reached - 1;
        }
    }

    /// Appends what the world shows besides the view of the seat to act, who can take `takes`; the others play later.
    fn world(&self, game: &Game, state: &State, takes: TableTakes<'_>, out: &mut Vec<u16>) {
        let at = &self.world;
        let later = state.ply() + 1;
        let takes = if game.may_sweep(later) == game.may_sweep(state.ply()) {
            takes
        } else {
            self.takes.of(game, state.table(), state.matta(), later)
        };
        for other in 0..self.sizes.others {
            let seat = (state.seat() + 1 + other) % game.players();
            let hand = state.hand_cards(seat);
            cards(out, at.hands + (other * self.sizes.cards) as u16, hand);
            out.push(at.takes + (other * TAKES) as u16 + takes.bin(hand));
            if takes.sweeps(hand) {
                out.push(at.can_sweep + other as u16);
            }
        }
    }
}

/// One input per card of a set.
#[inline(always)]
fn cards(out: &mut Vec<u16>, start: u16, set: CardSet) {
    let mut bits = set.bits();
    while bits != 0 {
        out.push(start + bits.trailing_zeros() as u16);
        bits &= bits - 1;
    }
}

/// The ranks of some cards, bit `r` for rank `r`.
#[inline(always)]
fn ranks_of(cards: CardSet) -> u16 {
    let mut bits = cards.bits();
    let mut ranks = 0;
    while bits != 0 {
        let rank = bits.trailing_zeros() / 4;
        ranks |= 2 << rank;
        bits &= !(0xF << (4 * rank));
    }
    ranks
}

/// Number of cards of a rank in a set.
#[inline(always)]
fn of_rank(set: CardSet, rank: usize) -> u16 {
    (set & CardSet::rank(rank as u8)).len() as u16
}

/// The bin of a number of cards.
#[inline(always)]
fn some(len: u32) -> u16 {
    (len as u16).min(SOME_CARDS as u16 - 1)
}

/// The sum of ranks.
#[inline(always)]
fn sum(set: CardSet) -> usize {
    let mut bits = set.bits();
    let mut sum = 0;
    while bits != 0 {
        sum += bits.trailing_zeros() as usize / 4 + 1;
        bits &= bits - 1;
    }
    sum
}
