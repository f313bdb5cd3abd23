//! Questions about the positions of every preset: a view, a partial record and the agent at the table agree; hidden cards
//! change no answer; a question at fault is an answer that names the field.

use std::sync::Arc;

use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::SeedableRng;
use serde_json::{Value, json};
use spariglio_agents::{AgentSpec, Budget, Hand};
use spariglio_bot::{Bot, FUNCTIONS};
use spariglio_engine::record::{HandRecord, ViewMessage};
use spariglio_engine::{Deal, Game, RuleSet, World};

/// A hand of random actions, or of those of `formula`.
fn position(game: &Game, number: u64, by_formula: bool) -> Hand<'_> {
    let mut rng = Pcg64Mcg::seed_from_u64(number);
    let deal = Deal::random(game, number as usize % game.players(), &mut rng);
    let mut hand = Hand::new(game, &deal, false);
    let mut agent = AgentSpec::parse("formula")
        .expect("an agent")
        .build(game)
        .expect("it plays all rules");
    agent.start_hand(number);
    for _ in 0..number as usize * 7 % game.plies() {
        let action = if by_formula {
            agent.act(&hand.view())
        } else {
            hand.state().random_action(game, &mut rng)
        };
        hand.act(action).expect("a legal action");
        if hand.is_over() {
            return Hand::new(game, &deal, false);
        }
    }
    hand
}

/// The partial record and the view of the seat to act.
fn seen(hand: &Hand<'_>, game: &Arc<Game>) -> (String, Value) {
    let mut replayed = Hand::new(game, hand.deal(), false);
    let turns: Vec<_> = hand
        .history()
        .iter()
        .map(|&action| {
            let seat = replayed.seat();
            replayed.act(action).expect("a legal action");
            (seat, action)
        })
        .collect();
    let record = HandRecord::played(Arc::clone(game), *hand.deal(), turns, None);
    let partial = record.seen(hand.history().len(), false).expect("a legal hand");
    (partial.to_line(), serde_json::to_value(ViewMessage::new(&hand.view())).expect("JSON"))
}

fn ask(bot: &mut Bot, function: &str, question: &Value) -> Value {
    serde_json::from_str(&bot.call(function, &question.to_string())).expect("an answer is JSON")
}

/// The answer without its times.
fn without_time(mut answer: Value) -> Value {
    answer["millis"] = Value::Null;
    answer
}

#[test]
fn every_door_gives_the_decision_of_the_agent_at_the_table() {
    let mut bot = Bot::default();
    let networks = ask(&mut bot, "about", &json!({}))["networks"]
        .as_array()
        .expect("games")
        .clone();
    assert!(networks.len() >= 7, "{networks:?}");
    for name in RuleSet::preset_names() {
        let game = Arc::new(Game::preset(name).expect("a preset"));
        let agent = if networks.contains(&json!(name)) {
            "net"
        } else {
            "ismcts"
        };
        for number in 0..24 {
            let hand = position(&game, number, number % 2 == 0);
            let (record, view) = seen(&hand, &game);
            let simulations = if agent == "ismcts" { json!(16) } else { Value::Null };
            let question = |mut fields: Value| {
                fields["agent"] = agent.into();
                fields["simulations"] = simulations.clone();
                fields["seed"] = number.into();
                fields["id"] = number.into();
                fields
            };
            let by_view = ask(&mut bot, "decide", &question(json!({ "rules": name, "view": view })));
            let by_record = ask(&mut bot, "decide", &question(json!({ "record": record })));
            assert_eq!(without_time(by_view.clone()), without_time(by_record), "{name} {number}");

            let mut player = AgentSpec::parse(agent).expect("an agent").build(&game).expect("it plays");
            player.start_hand(number);
            let budget = Budget { simulations: simulations.as_u64().map(|number| number as u32), millis: None };
            let decision = player.decide(&hand.view(), budget);
            assert_eq!(by_view["action"], decision.action.text(game.deck()), "{name} {number}: {view}");
            let likely = decision.policy.iter().copied().fold(0.0, f32::max);
            assert_eq!(by_view["actions"][0]["policy"], json!(likely), "{name} {number}");

            let world: World = hand.view().sample_world(&mut Pcg64Mcg::seed_from_u64(number));
            let other = Hand::after(&game, &world.deal, hand.history().iter().copied(), false).expect("a legal hand");
            assert_eq!(seen(&other, &game), (record, view), "{name} {number}: hidden cards show");
        }
    }
}

#[test]
fn a_hand_is_played_from_the_deal_to_the_score() {
    let mut bot = Bot::default();
    for name in ["scopa", "cirulla", "cirullone", "mini_scopone"] {
        let mut turn = ask(&mut bot, "deal", &json!({ "rules": name, "seed": 7, "dealer": 1 }));
        while !turn["seat"].is_null() {
            let legal = ask(&mut bot, "legal", &json!({ "record": turn["record"] }));
            assert_eq!(legal["seat"], turn["seat"]);
            let answer = ask(&mut bot, "decide", &json!({ "record": turn["record"], "level": "club" }));
            assert!(legal["actions"].as_array().expect("a list").contains(&answer["action"]), "{answer}");
            turn = ask(&mut bot, "play", &json!({ "record": turn["record"], "action": answer["action"] }));
        }
        let score = ask(&mut bot, "score", &json!({ "record": turn["record"] }));
        assert_eq!(score["result"], turn["record"]["result"], "{name}");
    }
}

#[test]
fn values_beliefs_and_words_are_told_on_request() {
    let mut bot = Bot::default();
    let game = Arc::new(Game::preset("scopone").expect("a preset"));
    let hand = position(&game, 3, true);
    let (record, _) = seen(&hand, &game);
    let question = json!({ "record": record, "agent": "formula", "laps": 20, "worlds": 50, "language": "it" });
    let answer = ask(&mut bot, "decide", &question);
    assert_eq!(
        answer["values"].as_array().expect("values").len(),
        answer["actions"].as_array().expect("actions").len()
    );
    assert!(answer["values"][0]["standard_error"].as_f64().expect("an error") >= 0.0);
    let beliefs = answer["beliefs"].as_object().expect("beliefs");
    assert_eq!(beliefs.len(), hand.view().unseen().len() as usize);
    for chances in beliefs.values() {
        let sum: f64 = chances.as_array().expect("chances").iter().filter_map(Value::as_f64).sum();
        assert!((sum - 1.0).abs() < 1e-9, "{chances}");
    }
    assert!(answer["words"].as_str().expect("words").contains(" di "), "{answer}");
    let words = ask(&mut bot, "words", &json!({ "record": record, "language": "it" }));
    assert!(words["view"].as_str().expect("a text").contains("tavolo"), "{words}");
}

/// Ten cards that the seat has not seen.
const UNKNOWN: &str = "? ? ? ? ? ? ? ? ? ?";

#[test]
fn faults_name_the_field() {
    let mut bot = Bot::default();
    let view =
        json!({ "seat": 1, "dealer": 0, "hand": "7d 2c Ks", "table": "3d 4c Qs 2b", "piles": ["", ""], "history": [] });
    let with = |field: &str, value: Value| {
        let mut changed = view.clone();
        changed[field] = value;
        json!({ "rules": "scopa", "view": changed, "agent": "greedy", "id": "x" })
    };
    for (field, question) in [
        ("view.table", with("table", "3d 4c Qs 7d".into())),
        ("view.hand", with("hand", "7d 2c".into())),
        ("view.hand", with("hand", "7d 2c 11d".into())),
        ("view.seat", with("seat", 0.into())),
        ("view.stock_cards", with("stock_cards", 3.into())),
        ("agent", json!({ "rules": "scopa", "view": view, "agent": "cheat-mcts" })),
        ("agent", json!({ "rules": "scopa", "view": view, "agent": "nobody" })),
        ("level", json!({ "rules": "scopa", "view": view, "level": "grandmaster" })),
        ("match.scores", json!({ "rules": "scopa", "view": view, "match": { "scores": [1] } })),
        (
            "record.hands",
            json!({ "record": {
                "rules": "scopone_scientifico", "dealer": 3, "table": "", "stock": "", "turns": [],
                "hands": ["Ad 2d 3d 4d 5d 6d 7d Jd Qd Kd", UNKNOWN, UNKNOWN, UNKNOWN],
            }, "partners_open": true }),
        ),
        ("rules", json!({ "view": view })),
        ("record, view", json!({ "rules": "scopa" })),
        ("simulation", json!({ "rules": "scopa", "view": view, "simulation": 4 })),
        (
            "view.history[0].action",
            json!({ "rules": "scopa", "view": {
                "seat": 1, "dealer": 1, "hand": "2c 7d Ks", "table": "2b 4c Qs", "piles": ["3d 4d", ""],
                "history": [{ "seat": 0, "action": "4d x 3d" }],
            } }),
        ),
    ] {
        let answer = ask(&mut bot, "decide", &question);
        assert_eq!(answer["error"]["field"], field, "{answer}");
        assert_eq!(answer["id"], question["id"], "{answer}");
        assert!(!answer["error"]["text"].as_str().expect("a text").contains("line "), "{answer}");
    }
    assert_eq!(ask(&mut bot, "deal", &json!({ "rules": "scopa" }))["error"]["field"], "seed");
    let view = json!({
        "seat": 1, "dealer": 0, "hand": "2c 7d Ks", "table": "2b 4c Qs 3d", "piles": ["", ""], "history": [],
    });
    for (field, value) in [
        ("seed", json!("x")),
        ("levle", json!("expert")),
        ("simulations", json!(0)),
        ("millis", json!(0)),
        ("laps", json!(4_000_000_000_u32)),
        ("partners_open", json!(true)),
        ("language", json!("de")),
    ] {
        let mut question = json!({ "id": [5], "rules": "scopa", "view": view, "agent": "greedy" });
        question[field] = value;
        let answer = ask(&mut bot, "decide", &question);
        assert_eq!((&answer["error"]["field"], &answer["id"]), (&json!(field), &json!([5])), "{answer}");
        assert!(!answer["error"]["text"].as_str().expect("a text").contains("expected expected"), "{answer}");
    }
    let unknown = ask(&mut bot, "think", &json!({}));
    assert!(
        FUNCTIONS
            .iter()
            .all(|function| unknown["error"]["expected"].as_str().expect("names").contains(function.name))
    );
    let no_json: Value = serde_json::from_str(&bot.answer("nothing")).expect("JSON");
    assert_eq!(no_json["error"]["field"], "question", "{no_json}");
    assert!(no_json["error"]["text"].as_str().expect("a text").contains("JSON"), "{no_json}");
}
