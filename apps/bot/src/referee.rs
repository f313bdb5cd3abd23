//! The referee: deals, legal actions, turns, scores and words of a hand.

use std::str::FromStr;

use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::SeedableRng;
use serde_json::{Value, json};
use spariglio_agents::levels::LEVELS;
use spariglio_agents::spec::AgentType;
use spariglio_agents::{AGENTS, AgentSpec, Hand};
use spariglio_engine::record::{HandRecord, HandResult, ViewMessage};
use spariglio_engine::{Action, Deal, FormatError, Game, RuleSet};
use spariglio_text::{Language, Shown, Spelling, Wording};

use crate::Bot;
use crate::request::Request;

impl Bot {
    pub(crate) fn about(&mut self, _: &Request) -> Result<Value, FormatError> {
        let presets = RuleSet::preset_names();
        let net = AgentSpec::parse("net").expect("an agent type");
        let has_net = |name: &&&str| Game::preset(name).is_some_and(|game| net.shipped_net(&game).is_some());
        Ok(json!({
            "version": env!("CARGO_PKG_VERSION"), "rules": presets, "levels": LEVELS.map(|level| level.name),
            "agents": AGENTS.iter().filter(|agent| decides(agent)).map(|agent| agent.name).collect::<Vec<_>>(),
            "networks": presets.iter().filter(has_net).collect::<Vec<_>>(),
        }))
    }

    pub(crate) fn deal(&mut self, request: &Request) -> Result<Value, FormatError> {
        let game = self.replayer.game(&request.rules)?;
        let (dealer, players) = (request.dealer.unwrap_or(0), game.players());
        if dealer >= players {
            return Err(FormatError::new("dealer", format!("a seat below {players}"), dealer.to_string()));
        }
        let Some(seed) = request.seed else {
            return Err(FormatError::new("seed", "a whole number that is another one for each hand", "nothing"));
        };
        let deal = Deal::random(&game, dealer, &mut Pcg64Mcg::seed_from_u64(seed));
        record(&HandRecord::new(game, deal))
    }

    pub(crate) fn play(&mut self, request: &Request) -> Result<Value, FormatError> {
        let position = request.position(self)?;
        let mut hand = position.undecided()?;
        let seat = hand.seat();
        let action = action(request, hand.game())?
            .ok_or_else(|| FormatError::new("action", "the action of the seat to act", "nothing"))?;
        let legal = legal(&hand);
        hand.act(action).map_err(|_| {
            FormatError::new(
                "action",
                format!("one of {}", legal.join(", ")),
                action.text(position.record.game().deck()),
            )
        })?;
        let score = hand.is_over().then(|| hand.score());
        let mut after = position.record.clone();
        after.push(seat, action);
        after.result = score.as_ref().map(HandResult::of);
        record(&after)
    }

    pub(crate) fn legal(&mut self, request: &Request) -> Result<Value, FormatError> {
        let position = request.position(self)?;
        let hand = position.undecided()?;
        Ok(json!({ "seat": hand.seat(), "declaring": hand.view().is_declaring(), "actions": legal(&hand) }))
    }

    pub(crate) fn view(&mut self, request: &Request) -> Result<Value, FormatError> {
        let position = request.position(self)?;
        let hand = position.undecided()?;
        let partial = position.record.seen(position.record.turns.len(), position.partners_open)?;
        Ok(json!({ "view": ViewMessage::new(&hand.view()), "record": object(&partial) }))
    }

    pub(crate) fn score(&mut self, request: &Request) -> Result<Value, FormatError> {
        let position = request.position(self)?;
        let hand = position.hand()?;
        let result = hand.is_over().then(|| HandResult::of(&hand.score()));
        Ok(json!({ "result": result, "seat": (!hand.is_over()).then(|| hand.seat()) }))
    }

    pub(crate) fn words(&mut self, request: &Request) -> Result<Value, FormatError> {
        let position = request.position(self)?;
        let hand = position.hand()?;
        let wording = wording(request, hand.game())?;
        let action = action(request, hand.game())?.map(|action| wording.action(action));
        let view = (!hand.is_over()).then(|| wording.view(&hand.view(), Shown::default()));
        Ok(json!({ "rules": wording.rules(), "view": view, "action": action }))
    }
}

/// The legal actions of the seat to act, in texts.
fn legal(hand: &Hand<'_>) -> Vec<String> {
    let mut actions = Vec::new();
    hand.view().legal_in_any_order(&mut actions);
    actions.iter().map(|action| action.text(hand.game().deck())).collect()
}

/// The action of a question.
fn action(request: &Request, game: &Game) -> Result<Option<Action>, FormatError> {
    let read = |text: &String| {
        let expected = "an action in its exact text";
        Action::parse(text, game.deck()).map_err(|error| FormatError::new("action", expected, error.to_string()))
    };
    request.action.as_ref().map(read).transpose()
}

/// How a question wants words to be written.
pub(crate) fn wording<'g>(request: &Request, game: &'g Game) -> Result<Wording<'g>, FormatError> {
    let language = request.language.as_deref().unwrap_or("en");
    let language = Language::from_str(language)
        .map_err(|_| FormatError::new("language", Language::ALL.map(Language::code).join(" or "), language))?;
    Ok(Wording::new(game, language, Spelling::Names))
}

/// Whether `decide` takes an agent of a type: it sees the view alone, and is no program.
fn decides(agent: &AgentType) -> bool {
    !agent.cheats() && !agent.is_program()
}

/// A record and the seat to act.
fn record(record: &HandRecord) -> Result<Value, FormatError> {
    let end = record.check()?;
    Ok(json!({ "record": object(record), "seat": (!end.is_over()).then(|| end.seat()) }))
}

/// A record as a JSON object.
fn object(record: &HandRecord) -> Value {
    serde_json::from_str(&record.to_line()).expect("a record is JSON")
}
