//! `chitarrella`: the classical doctrine of Scopone, rule by rule.
//!
//! The rules are those that Chitarrella's *De regulis scoponis* (Naples, 1750) and Saracino's *Lo scopone scientifico*
//! (1963) teach, as they are told second-hand: by S. Di Palma and P. L. Lanzi, "Traditional Wisdom and Monte Carlo Tree
//! Search Face-to-Face in the Card Game Scopone" (2018, arXiv 1807.06813, the player CS), and in the ten rules for
//! Scopone of the Italian federation (FIGS). Each rule is a function of its own and tells its source; its weight is an
//! option of the agent ([`Doctrine`]), and with weight 0 the rule is left out.
//!
//! | rule | option |
//! |---|---|
//! | sweep: the scale of all weights | |
//! | take what is worth most | `worth` |
//! | leave no table that the next seat may sweep | `sweeps` |
//! | give nothing away: neither on the table nor by the card laid | `gifts` |
//! | mulinello: enter as the taker, leave the other side to lay | `enter`, `leave` |
//! | spariglio: the side that plays first breaks pairs | `unpair` |
//! | the dealer's side keeps and restores them | `pair` |
//! | an odd number of broken ranks is for the side that plays first | `odd` |
//! | captures that break well: 3 + 2, 1 + 3, 1 + 5, and 7 + 1, 7 + 2, 7 + 3 | `breaks` |
//! | no seven is laid where it may be taken, and never the settebello | `sevens`, `settebello` |
//! | the partner's anchor is left to him, the rival's is taken | `anchor`, `rival` |
//! | lay from four, three, two of a kind | `several` |
//! | no coin and no prime card is led | `lead` |
//!
//! The books give words; the forms and the weights are this project's. A rule gives thousandths of a point for an action,
//! and the action with the largest sum is taken, the first of level ones. What the books leave to the eye, "he may have
//! it", is the hypergeometric chance from the cards that are out. Nothing is random and nothing is searched.
//!
//! The doctrine is for two sides and captures by pairs and sums. Elsewhere the rules of parity are void
//! (`Role::Neither`), and without a partner there is no partner's anchor. The worths, what a table offers and what sweeps
//! it follow the rule set. It declares as `greedy` does.

mod breaks;
mod doctrine;
mod leads;
mod mulinello;
pub(super) mod offers;
mod partner;
pub(super) mod scene;
mod sevens;
mod spariglio;
mod table;

use spariglio_engine::{Ace, Action, CardSet, Game, View};

use super::cicuti::{self, Sevens};
use super::greedy::declare;
use super::greedy::odds::{ONE, Odds};
use super::greedy::sweepers::Sweepers;
use super::greedy::worth::{self, MILLI};
use crate::book::BookPolicy;
pub use doctrine::Doctrine;
use offers::{CERTAIN, LANES, OfferRules, Offers};
use scene::{Move, Role, Scene};

/// The doctrine, compiled for one game.
#[derive(Clone, Debug)]
pub struct DoctrinePolicy {
    doctrine: Doctrine,
    /// The rules for the sevens, for a player who knows them.
    sevens: Option<Sevens>,
    worth: [i32; 64],
    odds: Odds,
    sweepers: Sweepers,
    offer_rules: OfferRules,
    sweep: i32,
    last_play_sweeps: bool,
    /// Whether captures are pairs and sums between two sides.
    parity: bool,
}

impl DoctrinePolicy {
    /// Compiles the doctrine for a game.
    pub fn new(game: &Game, doctrine: Doctrine) -> DoctrinePolicy {
        let rules = game.rules();
        let capture = &rules.capture;
        let worth = worth::worths(game);
        DoctrinePolicy {
            doctrine,
            sevens: None,
            worth,
            odds: Odds::new(game),
            sweepers: Sweepers::new(rules),
            offer_rules: OfferRules::new(game, &worth),
            sweep: i32::from(rules.sweep.points) * MILLI,
            last_play_sweeps: rules.sweep.last_play_scores,
            parity: game.sides() == 2 && capture.sum && !capture.fifteen && capture.ace == Ace::None,
        }
    }

    /// The same with the rules for the sevens.
    pub fn with_sevens(self, sevens: Sevens) -> DoctrinePolicy {
        DoctrinePolicy {
            sevens: Some(sevens),
            ..self
        }
    }

    /// Index of the chosen action among `actions`: the legal ones of the view, in canonical order.
    ///
    /// # Panics
    /// If there are no actions.
    pub fn choose(&self, view: &View<'_>, actions: &[Action]) -> usize {
        if actions.len() == 1 {
            return 0;
        }
        if view.is_declaring() {
            return declare::best(&view.game().rules().declarations, actions);
        }
        let scene = self.scene(view);
        let mut best = (0, i32::MIN);
        for (index, &action) in actions.iter().enumerate() {
            let rating = self.rate(&scene, action);
            if rating > best.1 {
                best = (index, rating);
            }
        }
        best.0
    }

    fn scene<'a>(&'a self, view: &View<'_>) -> Scene<'a> {
        let game = view.game();
        let (table, matta, plies) = (view.table(), view.matta(), view.plies_left());
        let next = self.odds.next_hand(view);
        let mut chance = [0; LANES];
        for rank in 1..=game.deck().ranks() {
            let held = next.holds_any(CardSet::rank(rank));
            chance[usize::from(rank)] = (held * i32::from(CERTAIN) / ONE) as i16;
        }
        Scene {
            table,
            hand: view.hand(),
            matta,
            next,
            role: self.role(view),
            partners: scene::laid_by_partners(view),
            rivals: view.played((view.seat() + 1) % game.players()) & table,
            broken: scene::odd_ranks(scene::piles(view)),
            offers: Offers::of(table, &self.offer_rules, matta),
            chance,
            absent: chance.map(|chance| 1.0 - f32::from(chance) / f32::from(CERTAIN)),
            sweep_scores: self.last_play_sweeps || plies > 1,
            next_sweeps: plies > 1 && (self.last_play_sweeps || plies > 2),
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

    /// The sum of all rules, in thousandths of a point.
    fn rate(&self, scene: &Scene<'_>, action: Action) -> i32 {
        let Some(card) = action.card() else {
            return 0;
        };
        let action = Move::new(scene.table, card, action.captured());
        self.gain(scene, &action)
            + self.leaving(scene, &action)
            + self.parity(scene, &action)
            + self.laying(scene, &action)
    }

    /// What the capture itself is worth.
    fn gain(&self, scene: &Scene<'_>, action: &Move) -> i32 {
        if action.lays() {
            return 0;
        }
        let doctrine = &self.doctrine;
        let mut value = worth::sum(&self.worth, action.taken()) * doctrine.worth as i32 / 1000;
        let played = CardSet::single(action.card);
        if action.clears() && scene.sweep_scores && self.sweepers.scores(played, action.captured, scene.matta) {
            value += self.sweep;
        }
        value += weigh(mulinello::enter(action), doctrine.enter);
        value += weigh(partner::anchor(scene, action), doctrine.anchor);
        value + weigh(partner::rival(scene, action), doctrine.rival)
    }

    /// What is left for the next seat.
    fn leaving(&self, scene: &Scene<'_>, action: &Move) -> i32 {
        if !scene.goes_on {
            return 0;
        }
        let doctrine = &self.doctrine;
        let offers = self.offers_after(scene, action);
        let (gift, nothing) = offers.gift(&scene.chance, &scene.absent, &self.offer_rules);
        let mut value = table::gift(gift, doctrine.gifts as i32);
        value += mulinello::leave(nothing, doctrine.leave as i32);
        if !action.clears() {
            let sweepers = self.sweepers.of(action.left, scene.matta);
            value += table::sweep_risk(scene, sweepers, self.sweep * doctrine.sweeps as i32 / 1000);
        }
        if let Some(sevens) = &self.sevens {
            value += cicuti::rate(sevens, scene, action, &offers, &self.offer_rules);
        }
        value
    }

    fn parity(&self, scene: &Scene<'_>, action: &Move) -> i32 {
        let doctrine = &self.doctrine;
        weigh(spariglio::unpair(scene, action), doctrine.unpair)
            + weigh(spariglio::pair(scene, action), doctrine.pair)
            + weigh(spariglio::odd_count(scene, action), doctrine.odd)
            + weigh(breaks::good_break(scene, action), doctrine.breaks)
    }

    /// The rules on the card laid.
    fn laying(&self, scene: &Scene<'_>, action: &Move) -> i32 {
        let doctrine = &self.doctrine;
        weigh(leads::several(scene, action), doctrine.several)
            + weigh(leads::plain_lead(scene, action), doctrine.lead)
            + sevens::exposed_seven(scene, action, doctrine.sevens as i32)
            + weigh(sevens::settebello(action), doctrine.settebello)
    }

    /// What the table offers after the action.
    fn offers_after(&self, scene: &Scene<'_>, action: &Move) -> Offers {
        if !action.lays() {
            return Offers::of(action.left, &self.offer_rules, scene.matta);
        }
        scene.offers.with(action.card, &self.offer_rules, scene.matta)
    }
}

fn weigh(rule: i32, weight: u32) -> i32 {
    rule * weight as i32
}

impl BookPolicy for DoctrinePolicy {
    fn choose(&self, view: &View<'_>, actions: &[Action]) -> usize {
        DoctrinePolicy::choose(self, view, actions)
    }
}
