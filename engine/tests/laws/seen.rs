//! Hands as one seat sees them: written as a record with unknown cards and as a view, read back, and refused if they
//! cannot be.

use std::sync::Arc;

use rand_pcg::Pcg64Mcg;
use serde_json::Value;
use spariglio_engine::random::below;
use spariglio_engine::record::{HandRecord, Replayer, ViewMessage};
use spariglio_engine::{Action, Deal, Game, Observation, State, View};

use crate::rule_sets;

/// A hand up to a turn of one of its seats.
struct Moment {
    game: Arc<Game>,
    deal: Deal,
    history: Vec<Action>,
    state: State,
    partners_open: bool,
}

impl Moment {
    /// A random position with a decision, after random actions.
    fn random(game: &Arc<Game>, rng: &mut Pcg64Mcg) -> Moment {
        loop {
            let deal = Deal::random(game, below(rng, game.players() as u32) as usize, rng);
            let (mut state, mut history) = (State::new(game, &deal), Vec::new());
            for _ in 0..below(rng, game.plies() as u32 + 3) {
                if !state.is_over() {
                    let action = state.random_action(game, rng);
                    history.push(action);
                    state.apply(game, &deal, action);
                }
            }
            if !state.is_over() {
                let partners_open = game.sides() < game.players() && below(rng, 2) == 0;
                return Moment { game: Arc::clone(game), deal, history, state, partners_open };
            }
        }
    }

    fn view(&self) -> View<'_> {
        let view = View::new(&self.game, &self.deal, &self.state, self.state.seat(), self.partners_open);
        view.with_history(&self.history)
    }

    fn message(&self) -> Value {
        serde_json::to_value(ViewMessage::new(&self.view())).expect("JSON")
    }

    fn record(&self) -> HandRecord {
        let mut state = State::new(&self.game, &self.deal);
        let turns = self.history.iter().map(|&action| {
            let seat = state.seat();
            state.apply(&self.game, &self.deal, action);
            (seat, action)
        });
        let turns: Vec<_> = turns.collect();
        HandRecord::played(Arc::clone(&self.game), self.deal, turns, None)
    }

    /// The same hand with other hidden cards.
    fn other(&self, rng: &mut Pcg64Mcg) -> Moment {
        let world = self.view().sample_world(rng);
        Moment {
            game: Arc::clone(&self.game),
            history: self.history.clone(),
            deal: world.deal,
            state: world.state,
            ..*self
        }
    }
}

fn observed(record: &HandRecord, partners_open: bool) -> Observation {
    let end = record.check().expect("legal turns");
    let history: Vec<Action> = record.turns.iter().map(|turn| turn.action).collect();
    let view = View::new(record.game(), record.deal(), &end, end.seat(), partners_open);
    view.with_history(&history).observation()
}

#[test]
fn a_view_and_a_record_with_unknown_cards_lead_to_the_same_view() {
    for game in rule_sets::presets().into_iter().chain(rule_sets::many_random(40)) {
        let game = Arc::new(game);
        let mut rng = Pcg64Mcg::new(7);
        for _ in 0..40 {
            let moment = Moment::random(&game, &mut rng);
            let name = &game.rules().name;
            let right = moment.view().observation();

            let text = moment.message().to_string();
            let (record, partners_open) =
                HandRecord::of_view(&game, &text).unwrap_or_else(|error| panic!("{name}: {error}: {text}"));
            assert!(moment.partners_open || !partners_open, "{name}: {text}");
            assert_eq!(observed(&record, moment.partners_open), right, "{name}: {text}");
            assert!((record.stand_ins() & moment.view().known(right.observer)).is_empty());

            let mut reversed = moment.message();
            for field in ["hand", "table"] {
                let cards: Vec<&str> = reversed[field].as_str().expect("a text").rsplit(' ').collect();
                reversed[field] = cards.join(" ").into();
            }
            let (record, _) = HandRecord::of_view(&game, &reversed.to_string()).expect("cards in any order");
            assert_eq!(observed(&record, moment.partners_open), right, "{name}: {reversed}");

            let line = moment
                .record()
                .seen(moment.history.len(), moment.partners_open)
                .expect("a record")
                .to_line();
            let read = Replayer::apart().with_gaps().feed(line.as_bytes());
            let read = read.unwrap_or_else(|error| panic!("{name}: {error}: {line}"));
            assert_eq!(observed(&read, moment.partners_open), right, "{name}: {line}");
            assert_eq!(read.to_line(), line, "{name}");

            let other = moment.other(&mut rng);
            assert_eq!(other.message().to_string(), text, "{name}: hidden cards show");
            let other = other
                .record()
                .seen(moment.history.len(), moment.partners_open)
                .expect("a record");
            assert_eq!(other.to_line(), line, "{name}: hidden cards show");
            if line.contains('?') {
                let error = Replayer::apart().feed(line.as_bytes()).expect_err("a record with gaps");
                assert!(error.to_string().contains("all cards"), "{error}");
            }
        }
    }
}

/// Stand-ins reach no seat: neither another one, nor one whose partner's cards are unknown.
#[test]
fn a_view_that_would_show_stand_ins_is_refused() {
    let mut refused = 0;
    for game in rule_sets::presets() {
        let game = Arc::new(game);
        let mut rng = Pcg64Mcg::new(10);
        for _ in 0..10 {
            let moment = Moment::random(&game, &mut rng);
            let seat = moment.state.seat();
            let record = moment.record().seen(moment.history.len(), false).expect("a record");
            for other in 0..game.players() {
                for open in [false, true] {
                    let view = View::new(&game, &moment.deal, &moment.state, other, open);
                    let hidden = |hand: usize| !(moment.state.hand_cards(hand) & record.stand_ins()).is_empty();
                    let unknown = (0..game.players()).any(|hand| view.sees(hand) && hidden(hand));
                    assert_eq!(record.check_view(&view).is_err(), unknown, "{}", game.rules().name);
                    assert!(!unknown || other != seat || open, "{}", game.rules().name);
                    refused += usize::from(unknown);
                }
            }
        }
    }
    assert!(refused > 200, "{refused}");
}

/// Views that cannot be, by the changed field.
fn impossible(moment: &Moment, rng: &mut Pcg64Mcg) -> Vec<(&'static str, Value)> {
    let (game, deck) = (&moment.game, moment.game.deck());
    let view = moment.message();
    let with = |field: &'static str, value: Value| {
        let mut changed = view.clone();
        changed[field] = value;
        (field, changed)
    };
    let text = |field: &str| view[field].as_str().expect("a text").to_owned();
    let mut views = vec![
        with("stock_cards", (view["stock_cards"].as_u64().expect("a number") + 1).into()),
        with("seat", ((moment.state.seat() + 1) % game.players()).into()),
        with("dealer", ((moment.deal.dealer() + 1) % game.players()).into()),
        with("hand", text("table").into()),
        with("hand", (text("hand") + " 9d").into()),
        with("ply", 99.into()),
        with("piles", Value::Null),
        with("colour", "red".into()),
    ];
    let mut hand_cards = view["hand_cards"].clone();
    hand_cards[0] = (hand_cards[0].as_u64().expect("a number") + 1).into();
    views.push(with("hand_cards", hand_cards));
    if let Some(last) = moment.history.len().checked_sub(1) {
        let mut history = view["history"].clone();
        let card = game.pack().iter().nth(below(rng, game.pack().len()) as usize).expect("a card");
        // A card that is on the table at the end was not captured by the last action.
        let action = match moment.state.table().first() {
            Some(other) if other != card => format!("{} x {}", deck.card_text(card), deck.card_text(other)),
            _ => "pass pass".to_owned(),
        };
        history[last]["action"] = action.into();
        views.push(with("history", history));
        let shorter = view["history"].as_array().expect("a list")[..last].to_vec();
        views.push(with("history", shorter.into()));
    }
    views
}

#[test]
fn views_that_cannot_be_are_refused() {
    for game in rule_sets::presets() {
        let game = Arc::new(game);
        let mut rng = Pcg64Mcg::new(8);
        for _ in 0..10 {
            let moment = Moment::random(&game, &mut rng);
            for (field, view) in impossible(&moment, &mut rng) {
                let read = HandRecord::of_view(&game, &view.to_string());
                let error = read.err().unwrap_or_else(|| panic!("{}: {field}: {view}", game.rules().name));
                assert!(!error.field().is_empty() && !error.expected().is_empty(), "{field}: {error}");
            }
        }
    }
}

/// A reader never panics, whatever a stranger writes.
#[test]
fn damaged_views_and_records_are_errors() {
    for name in ["scopa", "cirilla", "cirullone"] {
        let game = Arc::new(Game::preset(name).expect("a preset"));
        let mut rng = Pcg64Mcg::new(9);
        for _ in 0..40 {
            let moment = Moment::random(&game, &mut rng);
            let line = moment.record().seen(moment.history.len(), false).expect("a record").to_line();
            let texts = [moment.message().to_string(), line];
            let words: Vec<&str> = texts.iter().flat_map(|text| text.split(['"', ' ', ','])).collect();
            for _ in 0..20 {
                let word = words[below(&mut rng, words.len() as u32) as usize];
                let other = words[below(&mut rng, words.len() as u32) as usize];
                if word.is_empty() {
                    continue;
                }
                let [view, record] = texts.each_ref().map(|text| text.replacen(word, other, 1));
                let _ = HandRecord::of_view(&game, &view);
                let _ = Replayer::apart().with_gaps().feed(record.as_bytes());
            }
        }
    }
}
