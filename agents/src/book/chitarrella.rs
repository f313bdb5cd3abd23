//! `chitarrella`: the classical doctrine of Scopone, rule by rule.
//!
//! The rules come from Chitarrella's *De regulis scoponis* (Naples, 1750) and Saracino's *Lo scopone scientifico*
//! (1963). They are taken second-hand: from S. Di Palma and P. L. Lanzi, "Traditional Wisdom and Monte Carlo Tree
//! Search Face-to-Face in the Card Game Scopone" (2018, arXiv 1807.06813, the player CS), and from the ten rules for
//! Scopone of the Italian federation (FIGS). Each rule is a function that names its source. Its weight is an option of
//! the agent ([`Doctrine`]); the rule is off if the weight is 0.
//!
//! | rule | option |
//! |---|---|
//! | sweep: the scale of all weights | |
//! | take the most valuable capture | `worth` |
//! | leave no table that the next seat may sweep | `sweeps` |
//! | give nothing away: neither on the table nor by the card laid | `gifts` |
//! | mulinello: enter as the taker, leave the other side to lay | `enter`, `leave` |
//! | spariglio: the side that plays first breaks pairs | `unpair` |
//! | the dealer's side keeps and restores them | `pair` |
//! | an odd number of broken ranks is good for the side that plays first | `odd` |
//! | captures that break well: 3 + 2, 1 + 3, 1 + 5, and 7 + 1, 7 + 2, 7 + 3 | `breaks` |
//! | lay no seven if it may be taken, and never the settebello | `sevens`, `settebello` |
//! | leave the partner's anchor, take the rival's | `anchor`, `rival` |
//! | lay from four, three, two of a kind | `several` |
//! | lead no coin and no prime card | `lead` |
//!
//! The books give words; the formulas and the weights are this project's. A rule rates an action in thousandths of a
//! point. The action with the largest sum is taken; the first of them if several are level. If the books say "he may
//! have it", the rule takes the hypergeometric chance from the cards that are out. There is no randomness and no
//! search.
//!
//! The doctrine is for two sides and captures by pairs and sums. In other games the rules of parity are off
//! (`Role::Neither`). If there is no partner, there is no partner's anchor. Worths, gifts and sweeps follow the rule
//! set. It declares as `greedy` does.

mod breaks;
mod cicuti;
mod doctrine;
mod facts;
mod leads;
mod mulinello;
mod partner;
mod sevens;
mod spariglio;
mod table;

use spariglio_engine::rules::Ace;
use spariglio_engine::vector::{Bits, VectorTask, dispatch};
use spariglio_engine::{Action, CardSet, Game, View};

use crate::book::player::{BookPolicy, first_best};
use crate::knowledge::even::{self, MILLI};
use crate::knowledge::odds::{ONE, Odds};
use crate::knowledge::reach::{ByRank, LANES, Reach, TableSums};
pub use cicuti::{CicutiConfig, Sevens};
pub use doctrine::Doctrine;
use facts::{CardPlay, ChitarrellaFacts, Role};

/// The headings of the rules, in the order of `said`: worth of cards and gifts; parity; who takes and who lays; the
/// play of the sevens; the partner's anchor; the rival's anchor; which card to lay.
pub const HEADINGS: [&str; 7] = ["points", "spariglio", "mulinello", "sevens", "anchor", "rival", "leads"];

/// The doctrine, compiled for one game.
#[derive(Clone, Debug)]
pub struct DoctrinePolicy {
    doctrine: Doctrine,
    /// The rules for the sevens, if the player knows them.
    sevens: Option<Sevens>,
    worth: [i32; 64],
    odds: Odds,
    /// `worth` in floating point, for the sums of table cards.
    offered: [f32; 64],
    reach: Reach,
    sweep: i32,
    /// Whether captures are pairs and sums between two sides.
    parity: bool,
}

impl DoctrinePolicy {
    /// Compiles the doctrine for a game.
    pub fn new(game: &Game, doctrine: Doctrine) -> DoctrinePolicy {
        let rules = game.rules();
        let capture = &rules.capture;
        let worth = even::worths(game);
        DoctrinePolicy {
            doctrine,
            sevens: None,
            worth,
            odds: Odds::new(game),
            offered: worth.map(|worth| worth as f32),
            reach: Reach::new(game),
            sweep: i32::from(rules.sweep.points) * MILLI,
            parity: game.sides() == 2 && capture.sum && !capture.fifteen && capture.ace == Ace::None,
        }
    }

    /// The same policy with the rules for the sevens.
    pub fn with_sevens(self, sevens: Sevens) -> DoctrinePolicy {
        DoctrinePolicy { sevens: Some(sevens), ..self }
    }

    #[inline(always)]
    fn facts<'a>(&'a self, view: &View<'a>) -> ChitarrellaFacts<'a> {
        let game = view.game();
        let (table, matta, plies) = (view.table(), view.matta(), view.plies_left());
        let next = self.odds.next_hand(view);
        let mut chance = [0.0; LANES];
        for rank in 1..=game.deck().ranks() {
            chance[usize::from(rank)] = next.plays_any(CardSet::rank(rank)) as f32 / ONE as f32;
        }
        let mut sums = TableSums::new(0.0);
        sums.set(table, matta, &self.offered);
        ChitarrellaFacts {
            view: *view,
            table,
            hand: view.hand_cards(),
            matta,
            next,
            role: self.role(view),
            partners: facts::laid_by_partners(view),
            rivals: view.played((view.seat() + 1) % game.players()) & table,
            broken: facts::odd_ranks(facts::piles(view)),
            sums,
            chance,
            next_sweeps: plies > 1 && game.may_sweep(view.ply() + 1),
            goes_on: plies > 1,
        }
    }

    fn role(&self, view: &View<'_>) -> Role {
        let game = view.game();
        if !self.parity {
            Role::Neither
        } else if game.side(view.seat()) == game.side(view.dealer()) {
            Role::Dealer
        } else {
            Role::First
        }
    }

    /// The heading that favours `best` over `played` most: `spariglio`, `mulinello`, `sevens`, `anchor`, `rival` or
    /// `leads`. `None` if no heading does, or if the doctrine is not for the game. Points do not count as doctrine.
    #[must_use]
    pub fn speaks(&self, view: &View<'_>, best: Action, played: Action) -> Option<&'static str> {
        let facts = self.facts(view);
        let reasons = |action: Action| {
            let action = CardPlay::new(facts.table, action.card()?, action.captured());
            Some(self.said(&facts, &action))
        };
        let both = reasons(best)?.into_iter().zip(reasons(played)?);
        let ahead = both.zip(HEADINGS).map(|((best, played), heading)| (best - played, heading));
        let (most, heading) = ahead.skip(1).max_by_key(|(most, _)| *most)?;
        (self.parity && most > 0).then_some(heading)
    }

    /// The sum of all rules, in thousandths of a point.
    #[inline(always)]
    fn rate(&self, facts: &ChitarrellaFacts<'_>, action: Action) -> i32 {
        let Some(card) = action.card() else {
            return 0;
        };
        let action = CardPlay::new(facts.table, card, action.captured());
        self.said(facts, &action).into_iter().sum()
    }

    /// The sums of the rules under each of [`HEADINGS`] for an action, in thousandths of a point.
    #[inline(always)]
    fn said(&self, facts: &ChitarrellaFacts<'_>, action: &CardPlay) -> [i32; HEADINGS.len()] {
        let doctrine = &self.doctrine;
        let [gain, enter, anchor, rival] = self.gain(facts, action);
        let [given, leave, shut] = self.leaving(facts, action);
        let parity = weigh(spariglio::unpair(facts, action), doctrine.unpair)
            + weigh(spariglio::pair(facts, action), doctrine.pair)
            + weigh(spariglio::odd_count(facts, action), doctrine.odd)
            + weigh(breaks::good_break(facts, action), doctrine.breaks);
        let sevens = sevens::exposed_seven(facts, action, doctrine.sevens as i32)
            + weigh(sevens::settebello(action), doctrine.settebello);
        let leads = weigh(leads::several(facts, action), doctrine.several)
            + weigh(leads::plain_lead(facts, action), doctrine.lead);
        [gain + given, parity, enter + leave, sevens + shut, anchor, rival, leads]
    }

    /// The rules for the capture itself: its worth, entering the mulinello, a partner's anchor, a rival's.
    #[inline(always)]
    fn gain(&self, facts: &ChitarrellaFacts<'_>, action: &CardPlay) -> [i32; 4] {
        if action.lays() {
            return [0; 4];
        }
        let doctrine = &self.doctrine;
        let worth = even::sum(&self.worth, action.taken()) * doctrine.worth as i32 / 1000;
        let sweep = i32::from(facts.view.capture_counts(action.card, action.captured).sweeps) * self.sweep;
        [
            worth + sweep,
            weigh(mulinello::enter(action), doctrine.enter),
            weigh(partner::anchor(facts, action), doctrine.anchor),
            weigh(partner::rival(facts, action), doctrine.rival),
        ]
    }

    /// The rules for the table left to the next seat: gifts and sweeps, the mulinello, and the sevens of `cicuti`.
    #[inline(always)]
    fn leaving(&self, facts: &ChitarrellaFacts<'_>, action: &CardPlay) -> [i32; 3] {
        if !facts.goes_on {
            return [0; 3];
        }
        let doctrine = &self.doctrine;
        let offers = self.offers_after(facts, action);
        let (gift, nothing) = facts.gift(&offers);
        let mut gift_cost = table::gift(gift, doctrine.gifts as i32);
        if !action.clears() {
            let sweepers = facts.view.game().sweepers(action.left, facts.matta);
            gift_cost += table::sweep_risk(facts, sweepers, self.sweep * doctrine.sweeps as i32 / 1000);
        }
        let shut = self.sevens.as_ref();
        [
            gift_cost,
            mulinello::leave(nothing, doctrine.leave as i32),
            shut.map_or(0, |sevens| cicuti::rate(sevens, facts, action, &offers)),
        ]
    }

    /// The worth of the table cards that a card of each rank can take after the action, in thousandths of a point.
    #[inline(always)]
    fn offers_after(&self, facts: &ChitarrellaFacts<'_>, action: &CardPlay) -> ByRank {
        let mut left = TableSums::new(0.0);
        if action.lays() {
            left.set_with(&facts.sums, action.card, facts.matta, &self.offered);
        } else {
            left.set(action.left, facts.matta, &self.offered);
        }
        self.reach.takes(&left, 0.0)
    }
}

impl BookPolicy for DoctrinePolicy {
    fn choose_play(&self, view: &View<'_>, actions: &[Action]) -> usize {
        dispatch(DoctrineChoice { policy: self, view, actions })
    }
}

fn weigh(rule: i32, weight: u32) -> i32 {
    rule * weight as i32
}

/// Chooses an action; compiled for every level of machine.
struct DoctrineChoice<'a, 'v> {
    policy: &'a DoctrinePolicy,
    view: &'a View<'v>,
    actions: &'a [Action],
}

impl VectorTask for DoctrineChoice<'_, '_> {
    type Output = usize;

    #[inline(always)]
    fn run<B: Bits>(self) -> usize {
        let facts = self.policy.facts(self.view);
        first_best(self.actions, |action| self.policy.rate(&facts, action))
    }
}
