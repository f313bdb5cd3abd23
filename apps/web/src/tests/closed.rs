//! The closed table, and that a table plays like an arena.

use serde_json::{Value, json};
use spariglio_agents::draws::Fixture;
use spariglio_agents::{AgentSpec, Player};
use spariglio_arena::matches::{Table, play_match};
use spariglio_engine::rules::MatchRules;
use spariglio_engine::{Action, Game, MatchState, RuleSet};

use super::client::Client;

const REFERENCE: &str = "ismcts:simulations=50";
const HANDS: usize = 100;
const SEED: u64 = 11;

fn rules() -> RuleSet {
    let scopa = RuleSet::preset("scopa").expect("a preset");
    RuleSet {
        end: MatchRules { limit: None, hands: Some(HANDS as u32), seven_zero: false },
        ..scopa
    }
}

fn player(game: &Game, name: &str) -> Player {
    AgentSpec::parse(name).expect("an agent").build_player(game).expect("a player")
}

/// Margins of `side` by hand in an arena match between `names`.
fn margins(game: &Game, names: [&str; 2], side: usize) -> Vec<i64> {
    let mut players = names.map(|name| player(game, name));
    let mut table = Table::new(game, players.iter_mut().collect(), false);
    let fixture = Fixture::new(game, SEED, 0).playing(side as u64);
    let mut margins_of_hands = Vec::new();
    let observe = |_: &MatchState, hand: &spariglio_arena::matches::PlayedHand| {
        margins_of_hands.push(i64::from(hand.state.score(game).margin(side)));
    };
    play_match(&mut table, &fixture, observe).expect("played");
    margins_of_hands
}

/// 200 hands of `greedy` as the person against `ismcts`, half of them on each side. The margins and the estimate of the
/// closed table equal those of the arena on the same deals, to the last digit.
#[test]
fn a_person_is_measured_as_an_arena_measures() {
    let game = Game::new(rules()).expect("a game");
    let client = Client::with(crate::ServeConfig {
        agents: vec![AgentSpec::parse(REFERENCE).expect("an agent")],
        ..super::client::config()
    });
    for side in 0..2 {
        let mut seats = [REFERENCE; 2];
        seats[side] = "person";
        let table = client.open(&json!({"rules": rules().to_toml(), "seats": seats, "seed": SEED, "match": true}));
        let mut greedy = player(&game, "greedy");
        let mut open = Vec::new();
        for hand in 0..HANDS {
            let end = table.play(|snapshot| choose(&client, &table.id, &mut greedy, snapshot));
            open.push(end["margins"][side].as_i64().expect("a margin"));
            table.post("closed", &json!({"seat": side, "agent": REFERENCE})).ok();
            let snapshot = loop {
                let snapshot = table.snapshot(side);
                if snapshot["closed"]["running"] == json!(false) {
                    break snapshot;
                }
                std::thread::yield_now();
            };
            assert_eq!(table.post("closed", &json!({"seat": side, "agent": REFERENCE})).status, 409);
            if hand + 1 < HANDS {
                table.post("next", &json!({"version": snapshot["version"]})).ok();
            }
        }
        let mut names = [REFERENCE; 2];
        let closed = margins(&game, names, side);
        names[side] = "greedy";
        assert_eq!(open, margins(&game, names, side));
        let snapshot = table.snapshot(side);
        let differences: Vec<i64> = open.iter().zip(&closed).map(|(open, closed)| open - closed).collect();
        let displayed: Vec<i64> = snapshot["closed"]["sets"]
            .as_array()
            .expect("sets")
            .iter()
            .map(|set| set["open"].as_i64().expect("points") - set["closed"].as_i64().expect("points"))
            .collect();
        assert_eq!(displayed, differences);
        let mean = differences.iter().sum::<i64>() as f64 / HANDS as f64;
        assert_eq!(snapshot["closed"]["mean"].as_f64(), Some(mean));
        assert!(snapshot["closed"]["interval"].is_array());
    }
}

/// The action of `agent` in the person's place, with the person's view.
fn choose(client: &Client, id: &str, agent: &mut Player, snapshot: &Value) -> Value {
    let table = client.server.tables.get(id).expect("a table");
    let (record, _) = table
        .look(|table| table.position(None, snapshot["version"].as_u64().expect("a version")))
        .expect("a position");
    let actions: Vec<Action> = record.turns.iter().map(|turn| turn.action).collect();
    let hand = spariglio_agents::Hand::after(record.game(), record.deal(), actions, false).expect("legal");
    let action = agent.act(&hand).expect("an action");
    json!(action.text(record.game().deck()))
}
