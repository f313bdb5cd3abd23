//! The tasks of a table that wait for no person: agents decide, declarations are made, hands are played at the closed
//! table. Whoever runs a table asks for the next [`Task`], and does it.

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Map, Value, json};
use spariglio_agents::agent::Stop;
use spariglio_agents::table::{FoulKind, Refusal};
use spariglio_agents::{AgentSpec, Budget, Hand, Player};
use spariglio_engine::random::mix;
use spariglio_engine::{Action, Deck};

use crate::moment::Moment;
use crate::setup::Sitter;
use crate::table::closed::Waiting;
use crate::table::live::{By, Thinking, Thought};
use crate::table::offence::Fault;
use crate::table::question::{Question, TurnPlace};
use crate::table::{News, Table};

/// The next task at a table.
pub enum Task {
    /// The agent at the seat to act decides.
    Decide(Question),
    /// An automatic declaration is made for the seat to act.
    Declare(Action),
    /// The hand is played at the closed table.
    Close(Question, Waiting),
    /// A new player takes an agent's seat.
    Seat(usize, Player),
    /// Agents are told that the hand is over.
    End(Question),
}

/// An agent's answer.
pub type Outcome = Result<(Action, Thought), Fault>;

/// The players of a table's agents.
pub struct Bench {
    players: Vec<Option<Player>>,
    /// The hand that they know of, with its takebacks.
    started: Option<(usize, u64)>,
}

impl Bench {
    /// The players of a table, by seat.
    #[must_use]
    pub fn new(players: Vec<Option<Player>>) -> Bench {
        Bench { players, started: None }
    }

    /// A new player takes a seat.
    pub fn seat(&mut self, seat: usize, player: Player) {
        self.players[seat] = Some(player);
        self.started = None;
    }

    /// The answer of the agent at the seat to act.
    pub fn answer(&mut self, question: &Question) -> Outcome {
        let (hand, takebacks, _) = question.place;
        if self.started != Some((hand, takebacks)) {
            self.start(question);
            self.started = Some((hand, takebacks));
        }
        let hand = question.hand();
        let player = self.players[hand.seat()].as_mut().expect("an agent's seat");
        answer(player, &hand, question.spec.as_ref())
    }

    /// Starts a hand for all agents. If turns were taken back, their seeds change.
    fn start(&mut self, question: &Question) {
        let (hand, takebacks, _) = question.place;
        for (seat, player) in self.players.iter_mut().enumerate() {
            let seed = question.fixture.seat_seed(hand, seat);
            let seed = if takebacks == 0 { seed } else { mix(seed ^ takebacks) };
            if let Some(player) = player {
                player.note_standing(&question.standing);
                player.start_hand(seed);
            }
        }
    }

    /// Tells all agents that the hand is over.
    pub fn end(&mut self, question: &Question) {
        let hand = question.hand();
        self.players.iter_mut().flatten().for_each(|player| player.end_hand(&hand));
    }

    /// Plays the hand at the closed table. Returns the margin of the person's side, or `None` if an agent failed.
    pub fn play_closed(&mut self, question: &Question, waiting: Waiting) -> Option<i32> {
        self.started = None;
        waiting.play(question, &mut self.players)
    }
}

impl Table {
    /// The next task, if something waits for no person.
    pub fn task(&mut self) -> Option<Task> {
        let live = &mut self.live;
        if let Some(waiting) = live.closed.as_mut().and_then(|closed| closed.waiting.take()) {
            return Some(Task::Close(self.question(), waiting));
        }
        if let Some((seat, player)) = live.seating.pop() {
            return Some(Task::Seat(seat, player));
        }
        if live.is_over() {
            let is_untold = live.state.is_over() && !std::mem::replace(&mut live.told_end, true);
            return is_untold.then(|| Task::End(self.question()));
        }
        if let Some(declaration) = self.declaration() {
            return Some(Task::Declare(declaration));
        }
        match self.sitters[self.live.state.seat()] {
            Sitter::Agent(_) if !self.live.pace.paused || self.live.steps > 0 => Some(Task::Decide(self.question())),
            Sitter::Agent(_) => None,
            Sitter::Person { .. } => None,
        }
    }

    /// The declaration that is made for the seat to act, if one is due.
    fn declaration(&self) -> Option<Action> {
        let live = &self.live;
        let is_automatic = !live.is_over() && live.auto_declare[live.state.seat()];
        is_automatic.then(|| live.state.best_declaration(&self.game)).flatten()
    }

    /// Makes an automatic declaration, if it is still due.
    pub fn declare(&mut self, action: Action) -> Option<&'static str> {
        (self.declaration() == Some(action)).then(|| {
            self.live.apply(&self.game, action, By::Auto, None);
            "turn"
        })
    }

    /// The hand now, for agents.
    fn question(&self) -> Question {
        let live = &self.live;
        Question {
            place: live.place(),
            game: Arc::clone(&self.game),
            deal: live.deal,
            partners_open: self.partners_open,
            standing: live.standing.clone(),
            fixture: self.fixture,
            actions: live.turns.iter().map(|turn| turn.action).collect(),
            spec: self.sitters[live.state.seat()].agent().map(|agent| agent.spec.clone()),
            is_watched: self.is_watched(),
        }
    }

    /// Notes that an agent thinks about `question`; `stop` ends its search. `None` if the position is another one now.
    pub fn think(&mut self, question: &Question, stop: Option<Stop>) -> Option<News> {
        let live = &mut self.live;
        let is_due = live.place() == question.place && !live.is_over();
        is_due.then(|| {
            live.thinking = Some(Thinking { seat: live.state.seat(), since: Moment::now(), stop });
            News { version: live.version, what: "thinking" }
        })
    }

    /// How long the answer of an agent who was asked at `place` has to wait; `None` if it is due, or if nobody waits for
    /// it. Without end while the table is paused.
    #[must_use]
    pub fn waits(&self, place: TurnPlace) -> Option<Duration> {
        let live = &self.live;
        if live.steps > 0 || live.place() != place {
            return None;
        }
        if live.pace.paused {
            return Some(Duration::MAX);
        }
        let (due, now) = (live.acted + Duration::from_millis(live.pace.millis.into()), Moment::now());
        (now < due).then(|| due - now)
    }

    /// Plays an agent's answer, if the position is still that of `question`.
    pub fn answered(&mut self, question: &Question, outcome: Outcome) -> Option<&'static str> {
        let live = &mut self.live;
        if live.place() != question.place || live.is_over() {
            return None;
        }
        live.thinking = None;
        live.steps = live.steps.saturating_sub(1);
        match outcome {
            Ok((action, thought)) => live.apply(&self.game, action, By::Other, Some(thought)),
            Err(fault) => live.offence = Some((live.state.seat(), fault)),
        }
        Some(match (&live.offence, live.is_over()) {
            (Some(_), _) => "offence",
            (None, true) => "hand",
            (None, false) => "turn",
        })
    }
}

/// The answer of a player at the end of a hand, whose agent is `spec`.
fn answer(player: &mut Player, hand: &Hand<'_>, spec: Option<&AgentSpec>) -> Outcome {
    let begun = Moment::now();
    let foul = |kind: FoulKind<Refusal>| Fault::of(&kind, hand.game());
    let decision = player.decide(hand, Budget::OWN);
    let decision = decision.map_err(|refusal| foul(FoulKind::NoAction(refusal)))?;
    if !hand.state().is_legal(hand.game(), decision.action) {
        return Err(foul(FoulKind::IllegalAction(decision.action)));
    }
    let value = spec.and_then(|spec| spec.expected_points(decision.value));
    // If a program states no policy, its action has probability 1; that is not shown.
    let is_program = spec.is_some_and(|spec| spec.agent_type().is_program());
    let is_told = !is_program || !decision.policy.contains(&1.0);
    let policy = decision.actions.into_iter().zip(decision.policy);
    let thought = Thought {
        value,
        policy: policy.filter(|_| is_told).collect(),
        simulations: decision.stats.simulations,
        millis: begun.elapsed().as_secs_f64() * 1000.0,
        belief: belief(player, hand.game().deck()),
    };
    Ok((decision.action, thought))
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
