//! The driver: the thread of a table. Lets its agents act when it is their turn, makes automatic declarations, and ends
//! hands of persons whose time has run out.

use std::sync::{Arc, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use serde_json::{Map, Value, json};
use spariglio_agents::{Budget, FoulKind, Hand, Player, Refusal, Stop};
use spariglio_engine::random::mix;
use spariglio_engine::{Action, Deck, MatchState};

use super::Table;
use super::clock::Clocks;
use super::closed::Waiting;
use super::live::{By, Forfeit, Live, Thinking, Thought};
use super::offence::Fault;
use super::setup::{Named, Sitter};

/// The next task at a table.
enum Task {
    /// The agent at the seat to act decides.
    Decide,
    /// An automatic declaration is made for the seat to act.
    Declare(Action),
    /// A hand is played at the closed table.
    Close(Waiting),
    /// A new player takes an agent's seat.
    Seat(usize, Player),
    /// Agents are told that the hand is over.
    End,
}

/// Identifies a position of a table: hand, takebacks, turns.
type TurnPlace = (usize, u64, usize);

/// Longest time between two saves of a running clock.
const SAVED: Duration = Duration::from_secs(5);

/// An agent's answer.
type Outcome = Result<(Action, Thought), Fault>;

/// Runs a table until it is closed. `players` play the agents' seats.
pub(crate) fn drive(table: &Arc<Table>, mut players: Vec<Option<Player>>) {
    let mut started = None;
    while let Some(task) = table.wait_for_task() {
        match task {
            Task::Declare(action) => table.declare(action),
            Task::Close(waiting) => {
                table.play_closed(&mut players, waiting);
                started = None;
            }
            Task::Decide => table.decide(&mut players, &mut started),
            Task::Seat(seat, player) => {
                players[seat] = Some(player);
                started = None;
            }
            Task::End => table.tell_end(&mut players),
        }
    }
}

impl Table {
    /// Waits for the next task; `None` if the table was closed.
    fn wait_for_task(&self) -> Option<Task> {
        let mut live = self.lock();
        loop {
            if live.gone {
                return None;
            }
            if let Some(task) = self.task(&mut live) {
                return Some(task);
            }
            live = self.wait_for_news(live);
        }
    }

    /// Waits for a change, or until the running clock has to be looked at.
    fn wait_for_news<'a>(&'a self, mut live: MutexGuard<'a, Live>) -> MutexGuard<'a, Live> {
        let clock = live.clocks.as_ref().and_then(Clocks::left);
        let Some((left, why)) = clock else {
            return self.wake.wait(live).unwrap_or_else(PoisonError::into_inner);
        };
        if left.is_zero() {
            live.forfeit = Some(Forfeit { seat: live.state.seat(), why });
            self.changed(live, "hand");
            return self.lock();
        }
        let waited = self.wake.wait_timeout(live, left.min(SAVED));
        let (mut live, timeout) = waited.unwrap_or_else(PoisonError::into_inner);
        if timeout.timed_out() {
            self.save(&mut live);
        }
        live
    }

    fn task(&self, live: &mut Live) -> Option<Task> {
        if let Some(waiting) = live.closed.as_mut().and_then(|closed| closed.waiting.take()) {
            return Some(Task::Close(waiting));
        }
        if let Some((seat, player)) = live.seating.pop() {
            return Some(Task::Seat(seat, player));
        }
        if live.is_over() {
            let is_untold = live.state.is_over() && !std::mem::replace(&mut live.told_end, true);
            return is_untold.then_some(Task::End);
        }
        if let Some(declaration) = self.declaration(live) {
            return Some(Task::Declare(declaration));
        }
        match self.sitters[live.state.seat()] {
            Sitter::Agent(_) => (!live.pace.paused || live.steps > 0).then_some(Task::Decide),
            Sitter::Person { .. } => None,
        }
    }

    /// The declaration that is made for the seat to act, if one is due.
    fn declaration(&self, live: &Live) -> Option<Action> {
        let is_automatic = !live.is_over() && live.auto_declare[live.state.seat()];
        is_automatic.then(|| live.state.best_declaration(&self.game)).flatten()
    }

    fn declare(&self, action: Action) {
        let mut live = self.lock();
        if self.declaration(&live) == Some(action) {
            live.apply(&self.game, action, By::Auto, None);
            self.changed(live, "turn");
        }
    }

    /// Asks the agent of the seat to act. Plays its action if the position is still the same.
    fn decide(&self, players: &mut [Option<Player>], started: &mut Option<(usize, u64)>) {
        let (seat, place, answer) = {
            let mut live = self.lock();
            let seat = live.state.seat();
            let stop = self.stop_of(seat);
            live.thinking = Some(Thinking { seat, since: Instant::now(), stop: stop.clone() });
            let hand = live.hand(&self.game, self.partners_open);
            let place = live.place();
            let standing = live.standing.clone();
            self.tell(live, "thinking");
            if *started != Some((place.0, place.1)) {
                self.start(players, &standing, (place.0, place.1));
                *started = Some((place.0, place.1));
            }
            let player = players[seat].as_mut().expect("an agent's seat");
            let answer = match stop {
                Some(stop) => stop.during(|| self.ask(player, &hand)),
                None => self.ask(player, &hand),
            };
            (seat, place, answer)
        };
        self.wait_for_pace(place);
        let mut live = self.lock();
        if live.place() != place || live.gone || live.is_over() {
            return;
        }
        live.thinking = None;
        live.steps = live.steps.saturating_sub(1);
        match answer {
            Ok((action, thought)) => live.apply(&self.game, action, By::Other, Some(thought)),
            Err(fault) => live.offence = Some((seat, fault)),
        }
        let what = match (&live.offence, live.is_over()) {
            (Some(_), _) => "offence",
            (None, true) => "hand",
            (None, false) => "turn",
        };
        self.changed(live, what);
    }

    fn tell_end(&self, players: &mut [Option<Player>]) {
        let live = self.lock();
        if live.state.is_over() {
            let hand = live.hand(&self.game, self.partners_open);
            drop(live);
            players.iter_mut().flatten().for_each(|player| player.end_hand(&hand));
        }
    }

    /// Starts a hand for all agents. If turns were taken back, their seeds change.
    fn start(&self, players: &mut [Option<Player>], standing: &MatchState, (hand, takebacks): (usize, u64)) {
        for (seat, player) in players.iter_mut().enumerate() {
            let seed = self.fixture.seat_seed(hand, seat);
            let seed = if takebacks == 0 { seed } else { mix(seed ^ takebacks) };
            if let Some(player) = player {
                player.note_standing(standing);
                player.start_hand(seed);
            }
        }
    }

    /// What ends the search of the agent at a seat; `None` if it is a program. Where persons play, an agent's `millis` are
    /// a time on the wall clock.
    fn stop_of(&self, seat: usize) -> Option<Stop> {
        let spec = self.sitters[seat].agent()?.spec;
        let millis = spec
            .value("millis")
            .and_then(|millis| millis.parse::<u64>().ok())
            .filter(|millis| *millis > 0);
        let limit = millis.filter(|_| !self.is_watched()).map(Duration::from_millis);
        let stop = Stop::new(limit.map(|limit| Instant::now() + limit));
        (!spec.agent_type().is_program()).then_some(stop)
    }

    fn ask(&self, player: &mut Player, hand: &Hand<'_>) -> Outcome {
        let begun = Instant::now();
        let foul = |kind: FoulKind<Refusal>| Fault::of(&kind, &self.game);
        let decision = player.decide(hand, Budget::OWN);
        let decision = decision.map_err(|refusal| foul(FoulKind::NoAction(refusal)))?;
        if !hand.state().is_legal(&self.game, decision.action) {
            return Err(foul(FoulKind::IllegalAction(decision.action)));
        }
        let (value, is_program) = match self.sitters[hand.seat()].agent() {
            Some(Named { spec, .. }) => (spec.expected_points(decision.value), spec.agent_type().is_program()),
            None => (None, false),
        };
        // If a program states no policy, its action has probability 1; that is not shown.
        let is_told = !is_program || !decision.policy.contains(&1.0);
        let policy = decision.actions.into_iter().zip(decision.policy);
        let thought = Thought {
            value,
            policy: policy.filter(|_| is_told).collect(),
            simulations: decision.stats.simulations,
            millis: begun.elapsed().as_secs_f64() * 1000.0,
            belief: belief(player, self.game.deck()),
        };
        Ok((decision.action, thought))
    }

    /// Waits until an agent's action is due or the position changes.
    fn wait_for_pace(&self, place: TurnPlace) {
        let mut live = self.lock();
        loop {
            let due = live.acted + Duration::from_millis(live.pace.millis.into());
            let now = Instant::now();
            let waits = live.steps == 0 && (live.pace.paused || now < due);
            if !waits || live.gone || live.place() != place {
                return;
            }
            let left = if live.pace.paused {
                Duration::from_secs(3600)
            } else {
                due - now
            };
            let waited = self.wake.wait_timeout(live, left);
            live = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

/// A program's belief about hidden cards, in the form for pages.
fn belief(player: &Player, deck: Deck) -> Option<Value> {
    let cells = player
        .belief()
        .iter()
        .map(|(card, chances)| (deck.card_text(*card), json!(chances)));
    let cells: Map<String, Value> = cells.collect();
    (!cells.is_empty()).then(|| json!({"cells": cells}))
}
