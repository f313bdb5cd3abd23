//! Remarkable events of an action, derived from the states before and after it: points scored during play, and cards
//! that score by themselves.

use crate::cards::card::Card;
use crate::cards::card_set::CardSet;
use crate::game::Game;
use crate::hand::action::{Action, ActionKind};
use crate::hand::declaration;
use crate::hand::point_kind::PointKind;
use crate::hand::state::State;

/// An event that players call out.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Remark {
    /// A sweep that scores.
    Sweep,
    /// A capture that scores by itself.
    Capture(PointKind),
    /// The side took a card that scores by itself.
    Single(Card),
    /// A declaration, with its points.
    Declared {
        /// The name that it is called out by.
        bonus: BonusKind,
        /// Its points.
        points: u32,
    },
    /// The side has won the match at once.
    Shutout,
}

/// The kinds of three-card bonuses (`docs/reference/rules.md` A).
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum BonusKind {
    /// Three cards with a small sum, an ace among them: barsega.
    Three,
    /// Three cards with a small sum, none of them an ace: boña di misci. The points are those of `Three`.
    PoorMans,
    /// Three equal cards: barsegon.
    Ten,
}

impl BonusKind {
    /// Its name, as files and pages write it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            BonusKind::Three => "three",
            BonusKind::PoorMans => "poor_mans",
            BonusKind::Ten => "ten",
        }
    }
}

impl Remark {
    /// The remark on a declaration; `None` if `action` is none that the rules know.
    ///
    /// # Examples
    /// ```
    /// use spariglio_engine::{Action, Game};
    /// use spariglio_engine::hand::{BonusKind, Remark};
    ///
    /// let game = Game::preset("cirulla").expect("a preset");
    /// let remark = |text: &str| Remark::declared(&game, Action::parse(text, game.deck()).expect("an action"));
    /// assert_eq!(remark("declare 2d 4s 7c=3"), Some(Remark::Declared { bonus: BonusKind::PoorMans, points: 3 }));
    /// assert_eq!(remark("declare 2d 4s 7c=1"), Some(Remark::Declared { bonus: BonusKind::Three, points: 3 }));
    /// assert_eq!(remark("declare 4d 4c 4s"), Some(Remark::Declared { bonus: BonusKind::Ten, points: 10 }));
    /// assert_eq!(remark("pass"), None);
    /// ```
    #[must_use]
    pub fn declared(game: &Game, action: Action) -> Option<Remark> {
        let ActionKind::Declare { cards, matta } = action.kind() else {
            return None;
        };
        let value = declaration::bonus(game, cards, matta)?;
        let has_ace = matta == 1 || cards.iter().any(|card| card.rank() == 1);
        let bonus = match (value.ten, has_ace) {
            (true, _) => BonusKind::Ten,
            (false, true) => BonusKind::Three,
            (false, false) => BonusKind::PoorMans,
        };
        Some(Remark::Declared { bonus, points: value.points(game) })
    }

    /// All remarkable events of `action`, which led from the first state to the second.
    #[must_use]
    pub fn of(game: &Game, [before, after]: [&State; 2], action: Action) -> Vec<Remark> {
        if action.card().is_none() {
            return Remark::declared(game, action).into_iter().collect();
        }
        let side = game.side(before.seat());
        let (old, new) = (before.tally(side), after.tally(side));
        let mut remarks = Vec::new();
        if new.sweeps > old.sweeps {
            remarks.push(Remark::Sweep);
        }
        for ((kind, old), (_, new)) in old.captures().into_iter().zip(new.captures()) {
            if new > old {
                remarks.push(Remark::Capture(kind));
            }
        }
        if let Some(card) = action.card().filter(|_| !action.captured().is_empty()) {
            let taken = action.captured() | CardSet::single(card);
            let scores = |card: &Card| game.rules().score.single.contains_key(card);
            remarks.extend(taken.iter().filter(scores).map(Remark::Single));
        }
        if after.shutout() == Some(side) {
            remarks.push(Remark::Shutout);
        }
        remarks
    }
}
