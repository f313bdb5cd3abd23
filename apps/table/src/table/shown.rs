//! The JSON of a table for a seat or a spectator.

use serde_json::{Value, json};
use spariglio_engine::cards::SETTEBELLO;
use spariglio_engine::hand::Remark;
use spariglio_engine::record::{HandResult, ViewMessage};
use spariglio_engine::rules::{DeclarationHands, Majority, Prime};
use spariglio_engine::{Action, ActionKind, Deck, Game, MatchEnd, PointKind, State, View};

use crate::refusal::Refusal;
use crate::setup::Sitter;
use crate::table::Table;
use crate::table::live::{Live, Turn, shown_by};

/// The viewer of a table.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Viewer {
    /// A person at a seat.
    Seat(usize),
    /// A spectator of a table without persons, with the view of one seat.
    Eyes(usize),
    /// A spectator of a table without persons, with all cards.
    All,
}

impl Table {
    /// The table in the view of `viewer`: now, or as it was before the turn `before`.
    ///
    /// # Errors
    /// If there is no such seat or turn, or if persons play and the viewer is none of them.
    pub fn snapshot(&self, viewer: Viewer, before: Option<usize>) -> Result<Value, Refusal> {
        if let Viewer::Seat(seat) | Viewer::Eyes(seat) = viewer
            && seat >= self.game.players()
        {
            let expected = format!("below {}", self.game.players());
            return Err(Refusal::field("seat", expected, seat.to_string()));
        }
        if !matches!(viewer, Viewer::Seat(_)) && !self.is_watched() {
            let status = http::StatusCode::FORBIDDEN;
            let expected = "the seat of a person and its key: persons play here";
            return Err(Refusal::new(status, "seat", expected, "none").named("persons"));
        }
        let live = &self.live;
        let (game, rules, deck) = (&*self.game, self.game.rules(), self.game.deck());
        let is_open = live.is_ended() || viewer == Viewer::All;
        let (state, turns) = live.before(game, before)?;
        let is_now = before.is_none();
        let legal = if is_now { self.legal(viewer) } else { Vec::new() };
        let is_due = !(state.is_over() || is_now && live.is_over());
        let seat = match viewer {
            Viewer::Seat(seat) | Viewer::Eyes(seat) => seat,
            Viewer::All if state.is_over() => 0,
            Viewer::All => state.seat(),
        };
        let actions: Vec<_> = turns.iter().map(|turn| turn.action).collect();
        let view = View::new(game, &live.deal, &state, seat, self.partners_open).with_history(&actions);
        let hands = (0..game.players()).map(|seat| state.hand_cards(seat).text(deck));
        let thoughts = live.is_ended() || self.is_watched() && viewer == Viewer::All;
        let after = live.after(game);
        let end = after.as_ref().and_then(|(_, end)| *end);
        let standing = after.as_ref().map_or(&live.standing, |(after, _)| after);
        let thinking = live.thinking.as_ref().filter(|_| is_now);
        let score = (is_now && live.state.is_over()).then(|| live.state.score(game));
        // The other hand follows from the seen cards.
        let is_open = is_open || rules.deal.open || self.seen_cards && view.is_open();
        Ok(json!({
            "id": self.id, "version": live.version, "phase": if is_now { live.phase(end) } else { "play" },
            "rules": {
                "name": rules.name, "players": game.players(), "sides": game.sides(), "deck": {"pack": deck.pack(), "ranks": deck.rank_letters(), "suits": deck.suit_letters()},
                "suit": rules.score.suit.letter().to_string(), "cards": game.pack_len(), "suit_cards": game.suit_cards().len(), "fewest": rules.score.majority == Majority::Fewest,
                "hand_cards": rules.deal.rounds.iter().max(), "stock_cards": game.deal_rounds() > 1, "declares": rules.declarations.hands != DeclarationHands::None,
                "counted": counted(game), "single": rules.score.single.keys().map(|&card| deck.card_text(card)).collect::<Vec<_>>(),
            },
            "seats": self.seats(),
            "to_act": is_due.then(|| state.seat()),
            "seat": match viewer { Viewer::Seat(seat) => json!(seat), _ => Value::Null },
            "view": ViewMessage::new(&view),
            "so_far": HandResult::of(&state.score(game)).sides,
            "log": turns.iter().map(|turn| turn_json(game, turn)).collect::<Vec<_>>(),
            "legal": legal.iter().map(|action| action.text(deck)).collect::<Vec<_>>(),
            "bids": self.bids(&legal),
            "hands": is_open.then(|| hands.collect::<Vec<_>>()),
            "match": {
                "is_match": live.is_match, "scores": standing.scores,
                "number": live.earlier.matches, "hands": live.standing.hands, "limit": rules.end.limit, "last_hand": rules.end.hands, "end": end.map(ended),
                "award": null,
            },
            "result": score.as_ref().map(HandResult::of),
            "margins": score.as_ref().map(|score| (0..game.sides()).map(|side| score.margin(side)).collect::<Vec<_>>()),
            "pace": live.pace, "auto_declare": live.auto_declare[seat], "seen_cards": self.seen_cards,
            "clocks": live.clocks.as_ref().map(|clocks| clocks.snapshot(|seat| self.sitters[seat].is_person())),
            "can_undo": matches!(viewer, Viewer::Seat(seat) if self.last_choice(seat).is_some()),
            "thinking": thinking.map(|thinking| thinking.seat),
            "thinking_millis": thinking.map(|thinking| thinking.since.elapsed().as_millis() as u64),
            "can_hurry": self.tournament.is_none() && thinking.is_some_and(|thinking| thinking.stop.is_some()),
            "thoughts": if thoughts { live.thoughts(deck) } else { Vec::new() },
            "offence": live.offence.as_ref().map(|(seat, fault)| fault.json(*seat)),
            "forfeit": live.forfeit.filter(|_| is_now).map(|forfeit| forfeit.json(game, live)),
            "opening": opening(game, live, deck),
            "origin": self.origin, "can_fork": self.can_fork(), "tournament": self.tournament,
            "closed": live.closed(),
        }))
    }

    pub(crate) fn seats(&self) -> Vec<Value> {
        let seat = |(seat, sitter): (usize, &Sitter)| {
            let agent = sitter.agent();
            let kind = if agent.is_some() { "agent" } else { "person" };
            let name = agent.map_or_else(|| sitter.person(), |agent| &agent.name);
            json!({"seat": seat, "side": self.game.side(seat), "kind": kind, "name": name})
        };
        self.sitters.iter().enumerate().map(seat).collect()
    }

    /// The legal actions, if it is the viewer's turn.
    fn legal(&self, viewer: Viewer) -> Vec<Action> {
        let live = &self.live;
        let is_due = matches!(viewer, Viewer::Seat(seat) if !live.is_over() && live.state.seat() == seat);
        let mut actions = Vec::new();
        if is_due {
            live.state.legal_in_any_order(&self.game, &mut actions);
        }
        actions
    }

    /// The declarations among the legal actions as turns, which have their points. The best one is the first.
    fn bids(&self, legal: &[Action]) -> Vec<Value> {
        let state = &self.live.state;
        let best = state.best_declaration(&self.game).filter(|best| legal.contains(best));
        let others = legal.iter().copied().filter(|action| Some(*action) != best);
        let bids = best
            .into_iter()
            .chain(others)
            .filter(|action| matches!(action.kind(), ActionKind::Declare { .. }));
        bids.map(|action| declared(&self.game, state.seat(), action)).collect()
    }
}

impl Live {
    /// The state before a turn, and the turns until then. Without a turn: those of now.
    fn before(&self, game: &Game, turn: Option<usize>) -> Result<(State, &[Turn]), Refusal> {
        let Some(turn) = turn else {
            return Ok((self.state, &self.turns));
        };
        let turns = self
            .turns
            .get(..turn)
            .ok_or_else(|| Refusal::field("before", format!("at most {}", self.turns.len()), turn.to_string()))?;
        let mut state = State::new(game, &self.deal);
        for turn in turns {
            state.apply(game, &self.deal, turn.action);
        }
        Ok((state, turns))
    }

    fn phase(&self, end: Option<MatchEnd>) -> &'static str {
        match (&self.offence, end, self.state.is_over()) {
            (Some(_), ..) => "stopped",
            (None, Some(_), _) => "match_over",
            (None, None, true) => "over",
            (None, None, false) => "play",
        }
    }

    fn thoughts(&self, deck: Deck) -> Vec<Value> {
        let thought = |(number, turn): (usize, &Turn)| {
            let thought = turn.thought.as_ref()?;
            let policy = thought.policy.iter().map(|(action, chance)| json!([action.text(deck), chance]));
            Some(json!({
                "turn": number, "seat": turn.seat, "value": thought.value, "policy": policy.collect::<Vec<_>>(),
                "simulations": thought.simulations, "millis": thought.millis, "belief": thought.belief,
            }))
        };
        self.turns.iter().enumerate().filter_map(thought).collect()
    }

    fn closed(&self) -> Option<Value> {
        let closed = self.closed.as_ref()?;
        let estimate = closed.estimate();
        Some(json!({
            "agent": closed.sets.agent, "sets": closed.sets.hands, "mean": estimate.mean, "interval": estimate.interval, "running": closed.running,
        }))
    }
}

/// The kinds of points that every hand counts. Others are shown if somebody got some.
fn counted(game: &Game) -> Vec<&'static str> {
    let rules = game.rules();
    let is_counted = |kind: &PointKind| match kind {
        PointKind::Cards => rules.score.cards > 0,
        PointKind::Suit => rules.score.suit_points > 0,
        PointKind::Prime => rules.score.prime != Prime::None,
        PointKind::Single => !rules.score.single.is_empty(),
        PointKind::Sweeps => rules.sweep.points > 0,
        _ => false,
    };
    PointKind::ALL.into_iter().filter(is_counted).map(PointKind::name).collect()
}

fn ended(end: MatchEnd) -> Value {
    json!({"winner": end.winner(), "shutout": matches!(end, MatchEnd::Shutout { .. })})
}

/// What happened before the first turn: the dealer's bonus with its cards, and automatic declarations.
fn opening(game: &Game, live: &Live, deck: Deck) -> Value {
    let state = State::new(game, &live.deal);
    json!({
        "dealer_bonus": state.dealer_bonus(), "table": live.deal.table(game).text(deck),
        "shown": shown_by(game, &state).iter().map(|(seat, action)| declared(game, *seat, *action)).collect::<Vec<_>>(),
    })
}

/// A turn with its public marks, and the automatic declarations that it leads to.
fn turn_json(game: &Game, turn: &Turn) -> Value {
    let deck = game.deck();
    let marks: Vec<String> = turn.remarks.iter().map(|remark| mark(*remark, deck)).collect();
    let declarations: Vec<Value> = turn.shown.iter().map(|(seat, action)| declared(game, *seat, *action)).collect();
    json!({"seat": turn.seat, "action": turn.action.text(deck), "marks": marks, "shown": declarations})
}

/// An automatic declaration, as a turn.
fn declared(game: &Game, seat: usize, action: Action) -> Value {
    let marks: Vec<String> = Remark::declared(game, action)
        .map(|remark| mark(remark, game.deck()))
        .into_iter()
        .collect();
    json!({"seat": seat, "action": action.text(game.deck()), "marks": marks})
}

/// A remark as pages read it.
pub fn mark(remark: Remark, deck: Deck) -> String {
    match remark {
        Remark::Sweep => "sweep".to_owned(),
        Remark::Capture(kind) => kind.name().to_owned(),
        Remark::Single(SETTEBELLO) => "settebello".to_owned(),
        Remark::Single(card) => format!("single {}", deck.card_text(card)),
        Remark::Declared { bonus, points } => format!("{} {points}", bonus.name()),
        Remark::Shutout => "shutout".to_owned(),
    }
}
