//! Inputs: a view, its actions and the world for a network, as the indices of the inputs that are 1.
//!
//! Everything is relative to the seat to act: seat `j` is the `j`-th in the order of play from it. So the inputs stay
//! the same if the table is turned. Inputs of views and actions do not depend on hidden cards. Indices below
//! [`Encoder::policy_len`] are those of the policy (views, then actions). The world's inputs have the same indices as
//! the actions', in another network: a critic reads views and worlds.
//!
//! | file | noun |
//! |---|---|
//! | `actions` | the inputs of actions: the card, its capture, the table left |
//! | `block` | the blocks of inputs as data, for documentation |
//! | `layout` | the place of each input |
//! | `residual` | the policy that a network adds its logits to |
//! | `rules` | the inputs of a rule set |
//! | `refusals` | ranks that seats refused to take with, and ranks that they laid |
//! | `takes` | the best capture of a hand |
//! | `words` | a view as 30 words, for learners with inputs of their own |

mod actions;
mod block;
mod layout;
mod refusals;
mod residual;
mod rules;
mod takes;
#[cfg(test)]
mod tests;
mod words;

use std::ops::Range;

use spariglio_engine::hand::PublicAction;
use spariglio_engine::vector::{Bits, VectorTask, dispatch};
use spariglio_engine::{Action, CardSet, Game, State, View};

use crate::book::formula::{FormulaPolicy, Outlooks};
use crate::book::lookahead::{Foresight, LookaheadPolicy};
pub use block::{Axis, InputBlock};
pub use layout::deal_text;
pub(super) use layout::have_same_inputs;
use layout::{ActionLayout, REFUSALS, SUMS, Sizes, TAKES, ViewLayout, WorldLayout};
pub use refusals::Refusals;
pub use residual::Residual;
pub use rules::{rules_len, rules_of};
pub use spariglio_files::fingerprint::INPUTS_VERSION;
use takes::{TableTakes, Takes};
pub use words::{WORD_BLOCKS, WORDS, encode_bits};

/// Turns views, actions and worlds of one game into inputs.
///
/// # Examples
/// The inputs of a view, all below those of actions:
/// ```
/// use rand_pcg::Pcg64Mcg;
/// use spariglio_agents::{Hand, net::inputs::Encoder};
/// use spariglio_engine::{Deal, Game};
///
/// let game = Game::preset("scopa").expect("a preset");
/// let hand = Hand::new(&game, &Deal::random(&game, 0, &mut Pcg64Mcg::new(7)), false);
/// let (encoder, mut inputs) = (Encoder::new(&game), Vec::new());
/// let refusals = encoder.refusals(&hand.view());
/// encoder.view(&hand.view(), &refusals, &mut inputs);
/// assert!(inputs.iter().all(|&input| usize::from(input) < encoder.view_len()));
/// assert!(encoder.view_len() < encoder.policy_len());
/// ```
#[derive(Clone, Debug)]
pub struct Encoder {
    sizes: Sizes,
    view: ViewLayout,
    action: ActionLayout,
    world: WorldLayout,
    /// The inputs of the rules.
    rules: Vec<u16>,
    takes: Takes,
    formula: FormulaPolicy,
    /// `None` if it does not fit the game.
    lookahead: Option<LookaheadPolicy>,
    /// The scores of the actions of one decision, by the residual's book, and their outlooks by the formula.
    scores: Vec<f32>,
    outlooks: Outlooks,
    /// The cards that the prime values most.
    best: CardSet,
    single: CardSet,
}

/// Facts beside the inputs of a world.
#[derive(Copy, Clone, Debug)]
pub struct Seen {
    /// The length of `out` after the view's inputs; the world's follow.
    pub view_len: usize,
    /// Points that the side of the seat to act has scored in play, minus those of the best other side. A critic's
    /// output is the margin still to come, so their sum is the margin of the hand.
    pub scored: f32,
}

/// The inputs of the actions of one decision.
#[derive(Clone, Debug, Default)]
pub struct ActionInputs {
    indices: Vec<u16>,
    ends: Vec<u32>,
}

impl ActionInputs {
    /// The inputs of the action at this index.
    #[inline(always)]
    pub fn of(&self, action: usize) -> &[u16] {
        let start = if action == 0 { 0 } else { self.ends[action - 1] };
        &self.indices[start as usize..self.ends[action] as usize]
    }

    /// The inputs of all actions, one action after the other.
    pub fn indices(&self) -> &[u16] {
        &self.indices
    }

    /// The place in [`ActionInputs::indices`] at which each action's inputs end.
    pub fn ends(&self) -> &[u32] {
        &self.ends
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

    /// Adds an action with these inputs.
    pub fn push(&mut self, inputs: impl IntoIterator<Item = u16>) {
        self.indices.extend(inputs);
        self.ends.push(self.indices.len() as u32);
    }

    fn clear(&mut self) {
        self.indices.clear();
        self.ends.clear();
    }
}

impl Encoder {
    /// The encoder of a game.
    pub fn new(game: &Game) -> Encoder {
        Encoder::of(game, Sizes::of(game, false), Vec::new())
    }

    /// The encoder of a game for networks that read its rules: those are inputs of every view.
    pub fn for_rules(game: &Game) -> Encoder {
        Encoder::of(game, Sizes::of(game, true), rules_of(game.rules()))
    }

    fn of(game: &Game, sizes: Sizes, mut rules: Vec<u16>) -> Encoder {
        let view = ViewLayout::new(&sizes, 0);
        let best = game.prime().and_then(|prime| prime.classes().next());
        let formula = FormulaPolicy::new(game);
        rules.iter_mut().for_each(|place| *place += view.rules);
        Encoder {
            action: ActionLayout::new(&sizes, view.end),
            world: WorldLayout::new(&sizes, view.end),
            rules,
            view,
            sizes,
            takes: Takes::new(game, &formula),
            formula,
            lookahead: LookaheadPolicy::new(game, &Foresight::default()),
            scores: Vec::new(),
            outlooks: Outlooks::default(),
            best: best.unwrap_or(CardSet::EMPTY) & game.pack(),
            single: game.singles().iter().fold(CardSet::EMPTY, |all, &(card, _)| all | card),
        }
    }

    /// The blocks of the inputs that the game has: those of views, of actions and of worlds. Those of actions and of
    /// worlds begin at the same input.
    pub fn blocks(&self) -> Vec<InputBlock> {
        let mut blocks = self.view.blocks(&self.sizes);
        blocks.extend(self.action.blocks(&self.sizes));
        blocks.extend(self.world.blocks(&self.sizes));
        blocks.retain(|block| block.width() > 0);
        blocks
    }

    /// The places of the inputs of rules: none if networks do not read them.
    pub fn rules_inputs(&self) -> Range<usize> {
        let start = self.view.rules.into();
        start..start + self.sizes.rules
    }

    /// The places of the inputs of declared cards that are played first: those of views and of actions. A network that
    /// reads its rules lacks them.
    pub(super) fn obliged_inputs(&self) -> [Range<usize>; 2] {
        [self.view.own_obliged..self.view.rules, self.action.obliged_gain..self.action.score]
            .map(|places| places.start.into()..places.end.into())
    }

    /// Number of inputs of views. Those of actions and of worlds begin here.
    pub fn view_len(&self) -> usize {
        self.view.end.into()
    }

    /// Number of inputs of a policy: views and actions.
    pub fn policy_len(&self) -> usize {
        self.action.end.into()
    }

    /// Number of inputs of a critic: views and worlds.
    pub fn critic_len(&self) -> usize {
        self.world.end.into()
    }

    /// Adds an action in `state` to the refusals.
    #[inline]
    pub fn note(&self, refusals: &mut Refusals, game: &Game, state: &State, action: Action) {
        refusals.note(game, &self.takes.reach, &PublicAction::of(state, action));
    }

    /// The refusals in the history of a view.
    pub fn refusals(&self, view: &View<'_>) -> Refusals {
        Refusals::of(view, &self.takes.reach, |_| ())
    }

    /// Replaces `refusals` by the refusals before each action of a view's history.
    pub fn refusals_before(&self, view: &View<'_>, refusals: &mut Vec<Refusals>) {
        refusals.clear();
        Refusals::of(view, &self.takes.reach, |before| refusals.push(*before));
    }

    /// Appends the inputs of a view to `out`.
    pub fn view(&self, view: &View<'_>, refusals: &Refusals, out: &mut Vec<u16>) {
        dispatch(OfView { encoder: self, view, refusals, world: None, out });
    }

    /// Appends the inputs of a view, then those of the world's `state`.
    pub fn view_and_world(&self, view: &View<'_>, state: &State, refusals: &Refusals, out: &mut Vec<u16>) -> Seen {
        dispatch(OfView { encoder: self, view, refusals, world: Some(state), out })
    }

    /// Appends the inputs of a view; returns the captures that its table allows, and [`Seen::scored`].
    #[inline(always)]
    fn seen(&self, view: &View<'_>, refusals: &Refusals, out: &mut Vec<u16>) -> (TableTakes<'_>, i32) {
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
            refusals.each(view, seat, unseen, self.sizes.ranks, |index| out.push((start + index) as u16));
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
        if self.sizes.obliges > 0 {
            cards(out, at.own_obliged, view.obliged(own));
            for other in 0..self.sizes.others {
                if !view.obliged((own + 1 + other) % players).is_empty() {
                    out.push(at.obliged + other as u16);
                }
            }
        }
        out.push(at.ply + view.ply() as u16);
        let scored = self.piles(view, out);
        self.table(view, unseen, out);
        let takes = self.takes.of(game, table, view.matta(), view.ply());
        out.push(at.take + takes.bin(hand));
        if takes.sweeps(hand) {
            out.push(at.can_sweep);
        }
        out.extend_from_slice(&self.rules);
        (takes, scored)
    }

    /// The piles, their counts, and the points scored in play; returns [`Seen::scored`].
    #[inline(always)]
    fn piles(&self, view: &View<'_>, out: &mut Vec<u16>) -> i32 {
        let at = &self.view;
        let game = view.game();
        let (own, sides) = (game.side(view.seat()), game.sides());
        let points = |side| {
            let bonus = if game.side(view.dealer()) == side {
                view.dealer_bonus()
            } else {
                0
            };
            view.tally(side).points(game.rules()) + i32::from(bonus)
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
        let scored = points(own) - most_points;
        out.push(at.tally + (scored.clamp(-12, 12) + 12) as u16);
        let last = view.last_capture().map_or(sides, |side| (side + sides - own) % sides);
        out.push(at.last_capture + last as u16);
        scored
    }

    /// The table's sum, and the ranks with an odd number of cards on the table and in the piles.
    #[inline(always)]
    fn table(&self, view: &View<'_>, unseen: CardSet, out: &mut Vec<u16>) {
        let at = &self.view;
        let sum = view.table().rank_sum() as usize;
        out.push(at.sum + sum.min(SUMS - 1) as u16);
        if (1..=self.sizes.ranks).contains(&sum) {
            out.push(at.sum_unseen + of_rank(unseen, sum));
        }
        let piles = (0..view.game().sides()).map(|side| view.pile(side));
        let gone = piles.fold(view.table(), |gone, pile| gone | pile);
        indices(out, at.odd, gone.odd_ranks().into());
    }

    /// Appends the inputs of the world. `takes` holds the captures at the ply of the seat to act. The others play
    /// later: theirs differ if a sweep counts at only one of the two plies.
    #[inline(always)]
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

/// Writes the inputs of a view, and of its world if there is one.
struct OfView<'a, 'v> {
    encoder: &'a Encoder,
    view: &'a View<'v>,
    refusals: &'a Refusals,
    world: Option<&'a State>,
    out: &'a mut Vec<u16>,
}

impl VectorTask for OfView<'_, '_> {
    type Output = Seen;

    #[inline(always)]
    fn run<B: Bits>(self) -> Seen {
        let (takes, scored) = self.encoder.seen(self.view, self.refusals, self.out);
        let view_len = self.out.len();
        if let Some(state) = self.world {
            self.encoder.world(self.view.game(), state, takes, self.out);
        }
        Seen { view_len, scored: scored as f32 }
    }
}

/// The bin of points from 0 on; the last bin holds all above.
#[inline(always)]
fn bin(points: f32, per_point: f32, bins: usize) -> u16 {
    ((points * per_point) as u16).min(bins as u16 - 1)
}

/// One input per card of a set.
#[inline(always)]
fn cards(out: &mut Vec<u16>, start: u16, set: CardSet) {
    indices(out, start, set.bits());
}

/// One input per bit that is set.
#[inline(always)]
fn indices(out: &mut Vec<u16>, start: u16, mut bits: u64) {
    while bits != 0 {
        out.push(start + bits.trailing_zeros() as u16);
        bits &= bits - 1;
    }
}

/// The ranks of some cards, bit `r` for rank `r`.
#[inline(always)]
fn ranks_of(cards: CardSet) -> u16 {
    cards.ranks() << 1
}

/// Number of cards of a rank in a set.
#[inline(always)]
fn of_rank(set: CardSet, rank: usize) -> u16 {
    (set & CardSet::rank(rank as u8)).len() as u16
}
