//! Programs side by side: as many processes at once as asked for, and the same result for any number of them.

use std::fs;

use spariglio_agents::AgentSpec;
use spariglio_arena::matches::arena::MatchesResult;
use spariglio_arena::{ArenaConfig, ArenaResult, Contest, ContestResult, Entrant, Hands, Nobody, Unit};
use spariglio_engine::{Game, RuleSet};
use tempfile::TempDir;

/// Chooses by the seed of the hand and the turn. Without an argument it gives an illegal action in some hands. With a
/// folder and a number, every process waits at its first decision until that many processes have come.
const BOT: &str = r#"
import json, os, sys, time
waits = len(sys.argv) > 1
def wait():
    folder, number = sys.argv[1], int(sys.argv[2])
    open(os.path.join(folder, str(os.getpid())), "w").close()
    until = time.monotonic() + 60
    while len(os.listdir(folder)) < number:
        if time.monotonic() > until: sys.exit(1)
        time.sleep(0.01)
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        answer = {"type": "ready", "protocol": 1, "name": "bot"}
    elif message["type"] == "hand":
        seed, turn = message["seed"], 0
        continue
    elif message["type"] == "act":
        if waits:
            wait()
            waits = False
        turn += 1
        legal = message["legal"]
        action = legal[seed * turn % len(legal)]
        if len(sys.argv) == 1 and seed % 7 == 0 and turn == 3: action = "none"
        answer = {"type": "action", "action": action}
    else:
        continue
    print(json.dumps({"id": message["id"], **answer}), flush=True)
"#;

struct Bot {
    folder: TempDir,
}

impl Bot {
    fn new() -> Bot {
        let folder = tempfile::tempdir().expect("a folder");
        fs::write(folder.path().join("bot.py"), BOT).expect("written");
        fs::create_dir(folder.path().join("met")).expect("made");
        Bot { folder }
    }

    fn entrants(&self, waits_for: Option<usize>) -> [Entrant; 2] {
        let folder = self.folder.path().display();
        let waits = waits_for.map_or(String::new(), |number| format!(" {folder}/met {number}"));
        let bot = format!("external:command=python3 {folder}/bot.py{waits}:millis=120000:start_millis=60000");
        [bot.as_str(), "greedy"].map(|text| Entrant::new(AgentSpec::parse(text).expect("an agent")))
    }
}

fn hands(entrants: &[Entrant], config: &ArenaConfig, kept: Option<ArenaResult>) -> ArenaResult {
    let game = Game::preset("scopa").expect("a preset");
    let contest = Contest::<Hands>::round_robin(&game, entrants, config);
    contest.play(kept, &Nobody).expect("played")
}

fn matches(entrants: &[Entrant], matches: u64, in_flight: usize) -> MatchesResult {
    let rules = RuleSet::from_toml("base = \"scopa\"\n[match]\nhands = 2").expect("a rule set");
    let game = Game::new(rules).expect("a game");
    let config = ArenaConfig { hands: matches, seed: 3, in_flight, ..ArenaConfig::default() };
    Contest::round_robin(&game, entrants, &config)
        .play(None, &Nobody)
        .expect("played")
}

fn text<U: Unit>(result: &ContestResult<U>) -> String {
    result.to_json().expect("JSON")
}

#[test]
fn results_are_the_same_for_any_number_of_hands_in_flight() {
    let bot = Bot::new();
    let entrants = bot.entrants(None);
    let config = |in_flight, threads| ArenaConfig { hands: 74, seed: 3, in_flight, threads, ..ArenaConfig::default() };
    let one = hands(&entrants, &config(1, 1), None);
    let pair = &one.pairs[0];
    assert!(
        one.head.complete && pair.figures.hands == 37 && (1..37).contains(&pair.figures.forfeits.lost[0]),
        "{:?}",
        pair.figures.forfeits.lost
    );
    for (in_flight, threads) in [(3, 2), (16, 1), (0, 3)] {
        let other = hands(&entrants, &config(in_flight, threads), None);
        assert_eq!(text(&other), text(&one), "{in_flight} in flight, {threads} threads");
    }
    let fewer = hands(&entrants, &ArenaConfig { hands: 20, ..config(3, 0) }, None);
    let resumed = hands(&entrants, &config(16, 0), Some(fewer));
    assert_eq!(text(&resumed), text(&one), "resumed");
    let unpaired = |in_flight| ArenaConfig { unpaired: true, hands: 40, ..config(in_flight, 0) };
    assert_eq!(text(&hands(&entrants, &unpaired(5), None)), text(&hands(&entrants, &unpaired(1), None)));
}

#[test]
fn as_many_hands_are_played_at_once_as_asked_for() {
    let bot = Bot::new();
    let config = ArenaConfig { hands: 16, seed: 3, threads: 1, in_flight: 6, ..ArenaConfig::default() };
    let result = hands(&bot.entrants(Some(6)), &config, None);
    assert_eq!((result.pairs[0].figures.hands, result.pairs[0].figures.forfeits.lost), (8, [0, 0]), "all six met");
}

#[test]
fn matches_are_played_side_by_side_too() {
    let bot = Bot::new();
    let entrants = bot.entrants(None);
    let one = matches(&entrants, 12, 1);
    assert!(one.pairs[0].figures.matches == 6 && one.pairs[0].figures.forfeits.lost[0] > 0);
    for in_flight in [3, 16] {
        assert_eq!(text(&matches(&entrants, 12, in_flight)), text(&one), "{in_flight} in flight");
    }
    let met = matches(&bot.entrants(Some(4)), 8, 4);
    assert_eq!(met.pairs[0].figures.forfeits.lost, [0, 0], "all four met");
}
