//! The layout: the place of each input, for one game.
//!
//! Invariant: the layout follows from the rule set alone.

use spariglio_engine::Game;
use spariglio_engine::rules::{DeclarationHands, RuleField};

use super::block::{Axis, InputBlock};
use super::rules::rules_len;

/// Bins per point, unless a constant below says otherwise.
pub(super) const BINS_PER_POINT: f32 = 6.0;
/// Bins of a seat's best capture.
pub(super) const TAKES: usize = 12;
/// Bins of the difference of points scored in play: -12 to 12.
pub(super) const TALLIES: usize = 25;
/// Sums of a table: 0 to 30, and all above.
pub(super) const SUMS: usize = 32;
/// Numbers of cards of one rank: 0 to 4.
pub(super) const OF_RANK: usize = 5;
/// Kinds of refusals.
pub(super) const REFUSALS: usize = 5;
/// Bins of a score.
pub(super) const SCORES: usize = 32;
/// Bins of a gain by rank, and bins per point.
pub(super) const GAINS: usize = 8;
pub(super) const GAINS_PER_POINT: f32 = 4.0;
/// Bins of a chance.
pub(super) const CHANCES: usize = 12;
/// Bins of an expected gain from a table, and bins per point.
pub(super) const OUTLOOKS: usize = 24;
pub(super) const OUTLOOKS_PER_POINT: f32 = 8.0;
/// Bins of the gap between an action's score and the best one.
pub(super) const GAPS: usize = 12;
/// Numbers of cards that an action takes or leaves: 0 to 10, and all above.
pub(super) const SOME_CARDS: usize = 12;
/// Bins of the value of a line of known plays, and bins per point.
pub(super) const LINES: usize = 40;
pub(super) const LINES_PER_POINT: f32 = 4.0;

/// The sizes of a game that the layouts depend on.
#[derive(Clone, Eq, PartialEq, Debug)]
pub(super) struct Sizes {
    /// Card slots: four per rank.
    pub cards: usize,
    pub ranks: usize,
    /// Seats besides the observer's.
    pub others: usize,
    /// Sides besides the observer's.
    pub other_sides: usize,
    pub suit: usize,
    pub plies: usize,
    /// 1 if declarations have points, else 0.
    pub declares: usize,
    /// 1 if a seat may hold declared cards and others, else 0. A network that reads rules has the same inputs under all.
    pub obliges: usize,
    /// Inputs of the rules; 0 if the network plays one rule set.
    pub rules: usize,
}

impl Sizes {
    pub fn of(game: &Game, reads_rules: bool) -> Sizes {
        let declarations = &game.rules().declarations;
        let declares = usize::from(declarations.three_points > 0 || declarations.ten_points > 0);
        let ranks = usize::from(game.deck().ranks());
        Sizes {
            cards: 4 * ranks,
            ranks,
            others: game.players() - 1,
            other_sides: game.sides() - 1,
            suit: game.suit_cards().len() as usize + 1,
            plies: game.plies() + 1,
            declares,
            obliges: declares * usize::from(!reads_rules && declarations.hands == DeclarationHands::AnyThree),
            rules: if reads_rules { rules_len() } else { 0 },
        }
    }
}

/// Whether each input of a network, which may read its rules, has the same place in both games. Their deal-rounds may
/// differ.
pub(in crate::net) fn have_same_inputs(one: &Game, other: &Game, reads_rules: bool) -> bool {
    Sizes::of(one, reads_rules) == Sizes::of(other, reads_rules)
}

/// The deck, the seats, the cards dealt, whether declarations have points, and mechanics that no known game has. A network
/// that reads its rules plays every game with its text; it does not know which deals are dealt again.
#[must_use]
pub fn deal_text(game: &Game) -> String {
    let rules = game.rules();
    let deck = rules.to_json()["deck"].clone();
    let (players, sides, table, rounds) = (rules.players, rules.sides, rules.deal.table, &rules.deal.rounds);
    let declares = match Sizes::of(game, false).declares {
        0 => "",
        _ => ", points for declarations",
    };
    let own: String = RuleField::own_in(rules).map(|field| format!(", {}", field.path)).collect();
    format!(
        "deck {deck}, {players} players in {sides} sides, {table} cards on the table, rounds of {rounds:?}{declares}{own}"
    )
}

/// Declares a layout: fields with the axes of their inputs (see [`InputBlock::axes`]) and their meanings.
macro_rules! layout {
    ($(#[$doc:meta])* $name:ident($sizes:ident) of $part:literal {
        $($(#[doc = $meaning:literal])+ $field:ident: [$($axis:expr),+],)*
    }) => {
        $(#[$doc])*
        #[derive(Clone, Debug)]
        pub(super) struct $name {
            $($(#[doc = $meaning])+ pub $field: u16,)*
            /// The input after the last.
            pub end: u16,
        }

        impl $name {
            /// The layout whose first input is `start`.
            pub fn new($sizes: &Sizes, start: u16) -> $name {
                let mut end = start;
                $(
                    let $field = end;
                    end += [$($axis),+].iter().product::<usize>() as u16;
                )*
                $name { $($field,)* end }
            }

            /// The blocks of the layout.
            pub fn blocks(&self, $sizes: &Sizes) -> Vec<InputBlock> {
                vec![$(
                    block($part, stringify!($field), self.$field, &[$((stringify!($axis), $axis)),+], concat!($($meaning),+)),
                )*]
            }
        }
    };
}

fn block(part: &'static str, name: &'static str, start: u16, axes: &[(&str, usize)], meaning: &str) -> InputBlock {
    let axis = |&(text, len): &(&str, usize)| Axis { name: text.replace("sizes.", "").to_lowercase(), len };
    InputBlock {
        part,
        name,
        start: start.into(),
        axes: axes.iter().map(axis).collect(),
        meaning: meaning.trim().to_owned(),
    }
}

layout! {
    /// The inputs of a view.
    ViewLayout(sizes) of "view" {
        /// The own hand cards.
        hand: [sizes.cards],
        /// The cards on the table.
        table: [sizes.cards],
        /// The cards in the own side's pile.
        own_pile: [sizes.cards],
        /// The cards in the pile of each other side, in the order of play from the own side.
        other_piles: [sizes.other_sides, sizes.cards],
        /// The cards that the seat does not see.
        unseen: [sizes.cards],
        /// Cards known to be in the hand of each other seat.
        known: [sizes.others, sizes.cards],
        /// Cards that each other seat has played in this deal-round.
        played: [sizes.others, sizes.cards],
        /// How many cards have been played in the hand.
        ply: [sizes.plies],
        /// The side of the last capture, counted from the own side; the last place: nobody has captured.
        last_capture: [sizes.other_sides + 2],
        /// The difference of the points scored in play, from -12 to 12, the own side's minus the best other side's.
        tally: [TALLIES],
        /// How many cards of the scoring suit are in the own pile.
        own_suit: [sizes.suit],
        /// The most cards of the scoring suit in another side's pile.
        other_suit: [sizes.suit],
        /// How many cards are in the own pile.
        own_cards: [sizes.cards + 1],
        /// The most cards in another side's pile.
        other_cards: [sizes.cards + 1],
        /// The sum of the table's ranks; the last place: that or more.
        sum: [SUMS],
        /// How many cards of the rank that is the table's sum are unseen; no input if the sum is not a rank.
        sum_unseen: [OF_RANK],
        /// Ranks of which an odd number of cards is on the table and in the piles.
        odd: [sizes.ranks],
        /// The best capture of the own hand, 6 bins per point; place 0: it can take nothing.
        take: [TAKES],
        /// Whether the own hand can sweep the table, and scores for it.
        can_sweep: [1],
        /// The refusals of each other seat in this deal-round, by rank. Kinds: 0, it laid the rank; 1, it laid another
        /// card twice or more although the rank could take; 2, the same once; 3, it took with another card although the
        /// rank could take; 4, it did not sweep although the rank could.
        refusals: [sizes.others, REFUSALS, sizes.ranks],
        /// The declared value of 7c; 0: it is a plain seven.
        matta: [sizes.declares, 11],
        /// Whether the seat decides on a declaration.
        declaring: [sizes.declares],
        /// Whether each other seat has passed.
        passed: [sizes.declares, sizes.others],
        /// The declared cards in the own hand, which are played first.
        own_obliged: [sizes.obliges, sizes.cards],
        /// Whether each other seat holds declared cards, which it plays first.
        obliged: [sizes.obliges, sizes.others],
        /// The rules, only for a network that plays several rule sets: one input per value of a field.
        rules: [sizes.rules],
    }
}

layout! {
    /// The inputs of an action.
    ActionLayout(sizes) of "action" {
        /// The played card.
        card: [sizes.cards],
        /// The captured cards.
        captured: [sizes.cards],
        /// The cards that are then on the table.
        left: [sizes.cards],
        /// How many cards are captured; the last place: that or more.
        captured_len: [SOME_CARDS],
        /// How many cards are left on the table; the last place: that or more.
        left_len: [SOME_CARDS],
        /// The sum of the ranks that are left on the table; the last place: that or more.
        left_sum: [SUMS],
        /// Whether the card captures, its rank, and how many other cards of the rank are in the own hand and how many
        /// are unseen.
        played: [2, sizes.ranks, OF_RANK, OF_RANK],
        /// How many other cards of the played rank the own hand has.
        own_of_rank: [OF_RANK],
        /// How many cards of the played rank are unseen.
        unseen_of_rank: [OF_RANK],
        /// How many cards of the scoring suit go to the pile; no input if nothing is captured.
        suit_captured: [sizes.suit],
        /// How many cards of the rank that the prime values most go to the pile; no input if nothing is captured.
        best_captured: [OF_RANK],
        /// Cards that score singly and go to the pile.
        single_captured: [sizes.cards],
        /// Cards that score singly and are left on the table.
        single_left: [sizes.cards],
        /// For each rank that can sweep the table left: how many of its cards are unseen.
        sweepers_unseen: [sizes.ranks, OF_RANK],
        /// Ranks that can sweep the table left, if the own hand has a card of them.
        sweepers_own: [sizes.ranks],
        /// Whether the table left is empty.
        sweeps: [1],
        /// For each rank that can take from the table left: how many of its cards are unseen.
        reached_unseen: [sizes.ranks, OF_RANK],
        /// For each rank that can take from the table left, if some of its cards are unseen: its gain, 4 bins per
        /// point.
        gain_unseen: [sizes.ranks, GAINS],
        /// For each rank that can take from the table left, if the own hand has a card of it: its gain, 4 bins per
        /// point.
        gain_own: [sizes.ranks, GAINS],
        /// The expected gain of the next seat, 8 bins per point.
        reply: [OUTLOOKS],
        /// The chance that the next seat can take nothing, 11 bins from 0, and the last place: certain.
        no_reply: [CHANCES],
        /// The largest gain of a single rank times its chance, 8 bins per point.
        gift_best: [OUTLOOKS],
        /// The sum of the gains of single ranks times their chances, 8 bins per point.
        gift_all: [OUTLOOKS],
        /// The best gain of the own hand, 8 bins per point.
        own_gain: [OUTLOOKS],
        /// For each other seat that holds declared cards, if one of these can take from the table left: its best gain, 4
        /// bins per point.
        obliged_gain: [sizes.obliges, sizes.others, GAINS],
        /// Whether each other seat that holds declared cards can sweep the table left with one of them.
        obliged_sweeps: [sizes.obliges, sizes.others],
        /// The value of the line of known plays that follows, if the next seat holds declared cards: 4 bins per point;
        /// place 20: from 0 on.
        line: [sizes.obliges, LINES],
        /// The action's score by the residual's book player, 6 bins per point; place 10: from 0 on.
        score: [SCORES],
        /// The gap between the best such score and the action's, 6 bins per point.
        gap: [GAPS],
        /// The declared cards.
        declared: [sizes.declares, sizes.cards],
        /// The value of the matta in the declaration; 0: it is not in it.
        declared_matta: [sizes.declares, 11],
        /// Whether the action is a pass.
        pass: [sizes.declares],
    }
}

layout! {
    /// The inputs that only the world shows.
    WorldLayout(sizes) of "world" {
        /// The hand cards of each other seat.
        hands: [sizes.others, sizes.cards],
        /// The best capture of each other seat from the table, 6 bins per point; place 0: it can take nothing.
        takes: [sizes.others, TAKES],
        /// Whether each other seat can sweep the table, and scores for it.
        can_sweep: [sizes.others],
    }
}
