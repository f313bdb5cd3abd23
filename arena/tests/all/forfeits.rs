//! If a program offends in an arena, it loses the hand, not the run.

use std::fs;

use spariglio_agents::AgentSpec;
use spariglio_arena::{ArenaConfig, ArenaError, PairResult, play_pair};
use spariglio_engine::Game;

/// Plays its first legal action. If the seed of the hand is a multiple of three, its second action is illegal.
const WILFUL: &str = r#"
import json, sys
hands = 0
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        answer = {"type": "ready", "protocol": 1, "name": "wilful"}
    elif message["type"] == "hand":
        hands, turns = message["seed"] % 3, 0
        continue
    elif message["type"] == "act":
        turns += 1
        answer = {"type": "action", "action": "Kd x Ad" if hands == 0 and turns == 2 else message["legal"][0]}
    else:
        continue
    print(json.dumps({"id": message["id"], **answer}), flush=True)
"#;

fn play(rules: &str, agents: [&str; 2], hands: u64) -> Result<PairResult, ArenaError> {
    let [first, second] = agents.map(|text| AgentSpec::parse(text).expect("an agent"));
    let config = ArenaConfig { hands, seed: 2, in_flight: 1, ..ArenaConfig::default() };
    let game = Game::preset(rules).expect("a preset");
    play_pair(&game, [&first, &second], &config, &|_| ())
}

#[test]
fn an_offence_loses_the_hand_like_a_shutout() {
    let dir = tempfile::tempdir().expect("a folder");
    let path = dir.path().join("wilful.py");
    fs::write(&path, WILFUL).expect("written");
    let wilful = format!("external:command=python3 {}:millis=60000:start_millis=60000", path.display());
    let result = play("cirulla", ["random", &wilful], 120).expect("plays to the end");
    assert_eq!((result.figures.hands, result.figures.forfeits.lost[0]), (60, 0));
    assert!((8..40).contains(&result.figures.forfeits.lost[1]), "{:?}", result.figures.forfeits.lost);
    let forfeited = result.figures.forfeits.lost[1] as f64;
    let [random, other] = &result.figures.by_agent;
    assert!(random.points * 60.0 >= 51.0 * forfeited, "{}", random.points);
    assert!(
        result.figures.margin.mean > other.points - 51.0
            && result.figures.outcomes.win.mean >= 100.0 * forfeited / 60.0 - 1e-9
    );
    let hands = |agent: usize| result.sums.tally.agents[agent].behaviour.hands;
    assert_eq!([hands(0), hands(1)], [60 - result.figures.forfeits.lost[1]; 2]);
}

/// Dies at its first decision if the seed of the hand is a multiple of three.
const FRAIL: &str = r#"
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        answer = {"type": "ready", "protocol": 1, "name": "frail"}
    elif message["type"] == "hand":
        frail = message["seed"] % 3 == 0
        continue
    elif message["type"] == "act":
        if frail:
            sys.exit(1)
        answer = {"type": "action", "action": message["legal"][0]}
    else:
        continue
    print(json.dumps({"id": message["id"], **answer}), flush=True)
"#;

#[test]
fn an_offence_before_the_first_action_loses_the_hand_too() {
    let dir = tempfile::tempdir().expect("a folder");
    let path = dir.path().join("frail.py");
    fs::write(&path, FRAIL).expect("written");
    let frail = format!("external:command=python3 {}:millis=60000:start_millis=60000", path.display());
    let agents = [frail.as_str(), "random"].map(|text| AgentSpec::parse(text).expect("an agent"));
    let game = Game::preset("cirulla").expect("a preset");
    let mut forfeits = 0;
    for seed in 0..3 {
        let play = |in_flight| {
            let config = ArenaConfig { hands: 24, seed, in_flight, ..ArenaConfig::default() };
            play_pair(&game, [&agents[0], &agents[1]], &config, &|_| ()).expect("plays to the end")
        };
        let one = play(1);
        assert_eq!(one, play(6), "seed {seed}");
        forfeits += one.figures.forfeits.lost[0];
    }
    assert!((1..36).contains(&forfeits), "{forfeits}");
}
