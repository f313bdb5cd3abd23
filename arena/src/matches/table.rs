//! The players at their seats, and one hand between them.

use std::sync::Arc;

use spariglio_agents::{MatchEquity, Offence, Place, Player};
use spariglio_engine::record::{HandRecord, HandResult, MatchPlace, Remarks};
use spariglio_engine::{Action, Deal, Game, State, World};

use super::{Fixture, MatchState};

/// Players at the seats of a game.
pub struct Table<'a> {
    game: &'a Game,
    /// By seat.
    seats: Vec<&'a mut Player>,
    partners_open: bool,
    equity: Option<Arc<MatchEquity>>,
    history: Vec<Action>,
}

/// A hand of a match, played to its end or to a foul.
#[derive(Clone, Debug)]
pub struct PlayedHand {
    /// The deal.
    pub deal: Deal,
    /// Every decision in order: who, and what.
    pub turns: Vec<(usize, Action)>,
    /// The state after the last of them.
    pub state: State,
    /// Why the hand is not over.
    pub foul: Option<Foul>,
}

/// A seat that gave no legal action.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Foul {
    /// The seat.
    pub seat: usize,
    /// What it did.
    pub kind: FoulKind,
}

/// What a seat did instead of a legal action.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum FoulKind {
    /// It chose an action that is not legal.
    IllegalAction(Action),
    /// It gave none.
    Offence(Offence),
}

impl<'a> Table<'a> {
    /// Seats `seats`, one player a seat of `game`, in the order of the seats.
    ///
    /// # Panics
    /// If there are not as many players as seats.
    #[must_use]
    pub fn new(game: &'a Game, seats: Vec<&'a mut Player>, partners_open: bool) -> Table<'a> {
        assert_eq!(seats.len(), game.players(), "a player a seat");
        Table {
            game,
            seats,
            partners_open,
            equity: None,
            history: Vec::new(),
        }
    }

    /// The same table, with the chances that players are told with the standing.
    #[must_use]
    pub fn with_equity(self, equity: Option<Arc<MatchEquity>>) -> Table<'a> {
        Table { equity, ..self }
    }

    /// The game.
    #[must_use]
    pub fn game(&self) -> &'a Game {
        self.game
    }

    /// Plays the next hand of a match that stands at `before`.
    pub fn play_hand(&mut self, fixture: &Fixture, before: &MatchState) -> PlayedHand {
        let standing = before.standing(self.equity.as_ref());
        for (seat, player) in self.seats.iter_mut().enumerate() {
            player.note_standing(&standing);
            player.start_hand(fixture.seat_seed(before.hands, seat));
        }
        let deal = fixture.deal(self.game, before.hands, before.dealer);
        let mut world = World {
            deal,
            state: State::new(self.game, &deal),
        };
        let mut turns = Vec::with_capacity(self.game.plies());
        self.history.clear();
        let mut foul = None;
        while !world.state.is_over() && foul.is_none() {
            let seat = world.state.seat();
            match self.turn(&mut world) {
                Ok(action) => turns.push((seat, action)),
                Err(kind) => foul = Some(Foul { seat, kind }),
            }
        }
        if foul.is_none() {
            let place = Place {
                game: self.game,
                world: &world,
                history: &self.history,
                partners_open: self.partners_open,
            };
            self.seats.iter_mut().for_each(|player| player.end_hand(&place));
        }
        PlayedHand {
            deal,
            turns,
            state: world.state,
            foul,
        }
    }

    /// The seat to act acts.
    fn turn(&mut self, world: &mut World) -> Result<Action, FoulKind> {
        let answer = self.seats[world.state.seat()].act(&Place {
            game: self.game,
            world,
            history: &self.history,
            partners_open: self.partners_open,
        });
        let action = answer.map_err(FoulKind::Offence)?;
        let World { deal, state } = world;
        if state.try_apply(self.game, deal, action).is_err() {
            return Err(FoulKind::IllegalAction(action));
        }
        self.history.push(action);
        Ok(action)
    }
}

impl PlayedHand {
    /// The hand's record (`records.md` sections 4 and 5) in the match named `id`, which stood at `before`; without a
    /// result if the hand is not over.
    #[must_use]
    pub fn record(&self, game: &Arc<Game>, id: &str, before: &MatchState) -> HandRecord {
        let mut record = HandRecord::new(Arc::clone(game), self.deal);
        for &(seat, action) in &self.turns {
            record.push(seat, action);
        }
        record.result = self.state.is_over().then(|| HandResult::of(&self.state.score(game)));
        record.place = Some(MatchPlace {
            id: id.to_owned(),
            hand: before.hands,
            scores: before.scores.clone(),
            remarks: Remarks::default(),
        });
        record
    }
}
