//! Results of arenas, matches and tournaments: a file is either refused with an error, or its figures and tables can be
//! shown. If a result of an arena is written, it reads back as the same. A result with hands cannot be merged with
//! itself.

use std::path::Path;
use std::sync::LazyLock;

use serde_json::Value;
use spariglio_agents::AgentSpec;
use spariglio_arena::contests::{ARENA_KIND, ArenaResult};
use spariglio_arena::matches::arena::{MATCHES_KIND, MatchArena, MatchConfig, MatchesResult};
use spariglio_arena::tournaments::{Plan, TOURNAMENT_KIND, TournamentResult, play_tournament};
use spariglio_arena::watch::Nobody;
use spariglio_arena::{ArenaConfig, Entrant, round_robin};
use spariglio_engine::Game;
use spariglio_report as report;

use crate::Target;
use crate::folder::Folder;

/// Target `results`.
pub const TARGET: Target = Target { name: "results", run, seeds };

/// The stages of a small tournament.
const STAGES: &str =
    "[[stage]]\nformat = \"round_robin\"\nhands = 1\n[[stage]]\nformat = \"swiss\"\nhands = 1\nrounds = 1\n";

static FOLDER: LazyLock<Folder> = LazyLock::new(Folder::new);

/// A small result of each kind.
fn seeds() -> Vec<Vec<u8>> {
    let game = Game::preset("mini_scopa").expect("a preset");
    let agent = |name| Entrant::new(AgentSpec::parse(name).expect("an agent"));
    let entrants = ["random", "greedy", "formula"].map(agent);
    let config = ArenaConfig { hands: 20, seed: 1, threads: 1, ..ArenaConfig::default() };
    let arena = |entrants| round_robin(&game, entrants, &config).expect("an arena");
    let matches = MatchArena {
        game: &game,
        entrants: &entrants[..2],
        config: MatchConfig { matches: 4, seed: 1, threads: 1, ..MatchConfig::default() },
    };
    let json = |value: serde_json::Result<String>| value.expect("a result has a JSON form").into_bytes();
    vec![
        json(serde_json::to_string(&arena(&entrants[..2]))),
        json(serde_json::to_string(&arena(&entrants[..]))),
        json(serde_json::to_string(&matches.play(None, &Nobody).expect("matches"))),
        json(serde_json::to_string(&tournament())),
    ]
}

fn tournament() -> TournamentResult {
    let teams = ["random", "greedy"].map(|agent| format!("[[team]]\nname = \"{agent}\"\nagent = \"{agent}\"\n"));
    let text = "name = \"a\"\nseed = 5\nrules = \"scopa\"\n".to_owned() + &teams.concat() + STAGES;
    let folder = Folder::new();
    let plan = Plan::load(&folder.put("plan.toml", text.as_bytes()), false).expect("a plan");
    play_tournament(&plan, folder.path(), 1, &|_| (), &|| false).expect("a tournament")
}

/// Reads the bytes as a result.
pub fn run(bytes: &[u8]) {
    let Ok(value) = serde_json::from_slice::<Value>(bytes) else {
        return;
    };
    let path = FOLDER.path().join("result.json");
    if value["kind"] == ARENA_KIND {
        arena(&path, value);
    } else if value["kind"] == TOURNAMENT_KIND {
        if let Ok(result) = TournamentResult::read(&value.to_string()) {
            shown(&report::tournament::text(&result));
            shown(&report::tournament::markdown(&result));
        }
    } else if value["kind"] == MATCHES_KIND
        && let Ok(result) = MatchesResult::from_value(&path, value)
    {
        shown(&report::matches::text(&result));
    }
}

fn arena(path: &Path, value: Value) {
    match ArenaResult::from_value(path, value) {
        Ok(result) => {
            result.write(path).expect("a result that was read");
            let again = ArenaResult::load_if_there(path).expect("what was written");
            assert_eq!(again.as_ref(), Some(&result));
            shown(&report::arena::text(&result));
            let has_sets = result.pairs.iter().any(|pair| pair.sets > 0);
            assert!(result.clone().merge(result).is_err() || !has_sets, "hands count twice");
        }
        Err(error) => assert!(error.to_string().contains("result.json"), "{error}"),
    }
}

fn shown(text: &str) {
    assert!(!text.is_empty());
}
