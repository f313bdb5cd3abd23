//! A match in the terminal. It ends by its rules, if the person leaves, or if a player commits an offence.

use std::cell::RefCell;
use std::sync::Arc;

use anyhow::Result;
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::Rng;
use spariglio_agents::table::{Foul, FoulKind};
use spariglio_agents::{Hand, Player, play_hand};
use spariglio_arena::matches::PlayedHand;
use spariglio_engine::{Action, Deal, Game, MatchState, State};

use super::names::Names;
use super::notes;
use super::prompt::Prompt;
use super::record::RecordFile;
use super::score;
use super::screen::Screen;
use super::seated::{Refusal, Seated, Told};
use crate::Status;

/// A match between a person and other players.
pub struct Match {
    /// The game.
    pub game: Arc<Game>,
    /// Names of seats and sides.
    pub names: Names,
    /// Players by seat; `None` for the person.
    pub players: Vec<Option<Player>>,
    /// Whether partners see each other's hand cards.
    pub partners_open: bool,
    /// By seat: whether declarations are made for it.
    pub automatic: Vec<bool>,
    /// Draws the deals and the players' seeds.
    pub rng: Pcg64Mcg,
    /// The match before the next hand.
    pub state: MatchState,
    /// Asks the person.
    pub prompt: Prompt,
    /// The file of records, if hands are recorded.
    pub record: Option<RecordFile>,
}

/// The random parts of a hand.
struct Start {
    deal: Deal,
    /// Seeds by seat; 0 for the person.
    seeds: Vec<u64>,
}

/// The outcome of an attempt to play a hand.
enum Attempt {
    /// The hand is over, the person left, or a player committed an offence.
    Ended(Box<PlayedHand>),
    /// The person takes back the last of their decisions in these turns.
    TakenBack(Vec<(usize, Action)>),
}

impl Match {
    /// Plays until the match ends or `limit` hands are played. Ends with [`Status::Fault`] if a player commits an
    /// offence.
    ///
    /// # Errors
    /// The terminal or the file of the record fails.
    pub fn play(&mut self, screen: &mut Screen, limit: Option<u64>) -> Result<Status> {
        loop {
            screen.hand_title(&self.names, &self.state)?;
            let hand = self.play_hand(screen)?;
            if let Some(record) = &mut self.record {
                record.add(&self.game, &self.state, &hand)?;
            }
            if let Some(foul) = &hand.foul {
                screen.offence(&self.game, &self.names, foul)?;
                return Ok(Status::Fault);
            }
            if !hand.state.is_over() {
                screen.farewell(&self.names, &self.state.scores)?;
                return Ok(Status::Success);
            }
            let end = self.state.count(&self.game, &hand.state.score(&self.game));
            score::explain(screen, &self.game, &self.names, &hand.state, &self.state.scores)?;
            if let Some(end) = end {
                screen.match_over(&self.names, &self.state.scores, end)?;
                return Ok(Status::Success);
            }
            let is_last = limit.is_some_and(|limit| self.state.hands as u64 >= limit);
            if is_last || !self.prompt.wait_for_next_hand(screen)? {
                screen.farewell(&self.names, &self.state.scores)?;
                return Ok(Status::Success);
            }
        }
    }

    /// Plays one hand. If the person takes a decision back, the hand restarts with the turns before that decision.
    fn play_hand(&mut self, screen: &mut Screen) -> Result<PlayedHand> {
        let start = self.start();
        let state = State::new(&self.game, &start.deal);
        notes::opening(screen, &self.game, &self.names, &start.deal, &state)?;
        let mut stands = Vec::new();
        loop {
            let turns = match self.attempt(screen, &start, &stands)? {
                Attempt::Ended(hand) => return Ok(*hand),
                Attempt::TakenBack(turns) => turns,
            };
            let person = self.names.person();
            let is_choice =
                |(seat, action): &(usize, Action)| *seat == person && (action.is_play() || !self.automatic[person]);
            let back = turns.iter().rposition(is_choice).unwrap_or(0);
            let phrase = screen.style.action(&self.game, turns[back].1, "");
            screen.line(&format!("You take back: {phrase}."))?;
            stands = turns[..back].to_vec();
        }
    }

    fn start(&mut self) -> Start {
        let deal = Deal::random(&self.game, self.state.dealer, &mut self.rng);
        let seed = |player: &Option<Player>| player.as_ref().map_or(0, |_| self.rng.next_u64());
        let seeds = self.players.iter().map(seed).collect();
        Start { deal, seeds }
    }

    /// Plays from the deal; the turns in `stands` are replayed first.
    fn attempt(&mut self, screen: &mut Screen, start: &Start, stands: &[(usize, Action)]) -> Result<Attempt> {
        for (player, &seed) in self.players.iter_mut().zip(&start.seeds) {
            if let Some(player) = player {
                player.note_standing(&self.state);
                player.start_hand(seed);
            }
        }
        let mut hand = Hand::new(&self.game, &start.deal, self.partners_open);
        let screen = RefCell::new(screen);
        let mut seats = Seated {
            players: &mut self.players,
            names: &self.names,
            prompt: &mut self.prompt,
            screen: &screen,
            automatic: &self.automatic,
            stands,
        };
        let mut observer = Told {
            names: &self.names,
            screen: &screen,
            turns: Vec::new(),
            known: stands.len(),
            state: *hand.state(),
            result: Ok(()),
        };
        let played = play_hand(&mut hand, &mut seats, &mut observer);
        observer.result?;
        let foul = match played {
            Ok(()) => None,
            Err(Foul { seat, kind }) => match kind {
                FoulKind::NoAction(Refusal::Left) => None,
                FoulKind::NoAction(Refusal::TakesBack) => return Ok(Attempt::TakenBack(observer.turns)),
                FoulKind::NoAction(Refusal::Failed(error)) => return Err(error),
                FoulKind::NoAction(Refusal::Offence(offence)) => Some(FoulKind::NoAction(offence)),
                FoulKind::IllegalAction(action) => Some(FoulKind::IllegalAction(action)),
            }
            .map(|kind| Foul { seat, kind }),
        };
        Ok(Attempt::Ended(Box::new(PlayedHand {
            deal: start.deal,
            turns: observer.turns,
            state: *hand.state(),
            foul,
        })))
    }
}
