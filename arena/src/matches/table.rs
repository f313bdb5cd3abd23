//! The players at their seats; plays one hand.

use std::sync::Arc;

use spariglio_agents::table::{Failure, Foul};
use spariglio_agents::{Hand, Player, play_hand};
use spariglio_engine::record::{HandRecord, MatchPlace};
use spariglio_engine::{Action, Deal, Game, MatchState, State};

use spariglio_agents::draws::Fixture;

/// Players at the seats of a game.
pub struct Table<'a> {
    game: &'a Game,
    /// By seat.
    seats: Vec<&'a mut Player>,
    partners_open: bool,
}

/// A hand of a match, played to its end or to a foul.
#[derive(Clone, Debug)]
pub struct PlayedHand {
    /// The deal.
    pub deal: Deal,
    /// Every decision in order: seat and action.
    pub turns: Vec<(usize, Action)>,
    /// The state after the last decision.
    pub state: State,
    /// The foul that ended the hand early.
    pub foul: Option<Foul>,
}

/// A hand of a match that could not be played because an agent of the host program failed.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct FailedHand {
    /// The hand of the match, from 0.
    pub hand: usize,
    /// The seat that failed, and its error.
    pub failure: Failure,
}

impl<'a> Table<'a> {
    /// Seats one player per seat of `game`, in the order of the seats.
    ///
    /// # Panics
    /// If the number of players differs from the number of seats.
    #[must_use]
    pub fn new(game: &'a Game, seats: Vec<&'a mut Player>, partners_open: bool) -> Table<'a> {
        assert_eq!(seats.len(), game.players(), "a player a seat");
        Table { game, seats, partners_open }
    }

    /// The game.
    #[must_use]
    pub fn game(&self) -> &'a Game {
        self.game
    }

    /// Plays the next hand of a match in the state `before`.
    ///
    /// # Errors
    /// Fails if an agent of the host program fails.
    pub fn play_hand(&mut self, fixture: &Fixture, before: &MatchState) -> Result<PlayedHand, FailedHand> {
        for (seat, player) in self.seats.iter_mut().enumerate() {
            player.note_standing(before);
            player.start_hand(fixture.seat_seed(before.hands, seat));
        }
        let deal = fixture.deal(self.game, before.hands, before.dealer);
        let mut hand = Hand::new(self.game, &deal, self.partners_open);
        let mut turns = Vec::with_capacity(self.game.plies());
        let foul = play_hand(&mut hand, &mut self.seats[..], &mut turns).err();
        let foul = foul
            .map(Foul::judged)
            .transpose()
            .map_err(|failure| FailedHand { hand: before.hands, failure })?;
        Ok(PlayedHand { deal, turns, state: *hand.state(), foul })
    }
}

impl PlayedHand {
    /// The hand's record (`docs/reference/records.md` sections 4 and 5) in the match named `id`, whose state was
    /// `before`. It has no result if the hand is not over.
    #[must_use]
    pub fn record(&self, game: &Arc<Game>, id: &str, before: &MatchState) -> HandRecord {
        let score = self.state.is_over().then(|| self.state.score(game));
        let mut record = HandRecord::played(Arc::clone(game), self.deal, self.turns.iter().copied(), score.as_ref());
        record.place = Some(MatchPlace {
            id: id.to_owned(),
            hand: before.hands,
            scores: before.scores.clone(),
            ..MatchPlace::default()
        });
        record
    }
}
