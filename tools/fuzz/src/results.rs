//! Results of arenas, matches and tournaments: a file is either refused with an error, or its figures and tables can be
//! shown. If a result of an arena is written, it reads back as the same. A result with hands cannot be merged with
//! itself.

use std::path::Path;
use std::sync::LazyLock;

use serde_json::Value;
use spariglio_agents::AgentSpec;
use spariglio_arena::matches::arena::{Matches, MatchesResult};
use spariglio_arena::tournaments::{Plan, TOURNAMENT_KIND, TournamentResult, play_tournament};
use spariglio_arena::watch::Nobody;
use spariglio_arena::{ArenaConfig, ArenaResult, Contest, Entrant, Hands, Schedule, Unit, round_robin};
use spariglio_engine::Game;
use spariglio_files::sealed;
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
    let matches = Contest {
        game: &game,
        entrants: &entrants[..2],
        config: &ArenaConfig { hands: 4, ..config.clone() },
        schedule: Schedule::RoundRobin,
        unit: Matches,
    };
    let json = |value: serde_json::Result<String>| value.expect("a result has a JSON form").into_bytes();
    vec![
        json(arena(&entrants[..2]).to_json()),
        json(arena(&entrants[..]).to_json()),
        json(matches.play(None, &Nobody).expect("matches").to_json()),
        json(sealed::to_json(&tournament())),
    ]
}

fn tournament() -> TournamentResult {
    let teams = ["random", "greedy"].map(|agent| format!("[[team]]\nname = \"{agent}\"\nagent = \"{agent}\"\n"));
    let text = "name = \"a\"\nseed = 5\nrules = \"scopa\"\n".to_owned() + &teams.concat() + STAGES;
    let folder = Folder::new();
    let plan = Plan::load(&folder.put("plan.toml", text.as_bytes()), false).expect("a plan");
    play_tournament(&plan, folder.path(), 1, &|_| (), &|| false).expect("a tournament")
}

/// Reads the bytes as a result, with the seal that they must have: it is no signature, so others can make it too.
pub fn run(bytes: &[u8]) {
    let Ok(mut value) = serde_json::from_slice::<Value>(bytes) else {
        return;
    };
    if let Some(fields) = value.as_object_mut() {
        fields.remove("seal");
        let seal = sealed::of(value.clone());
        value["seal"] = seal.into();
    }
    let path = FOLDER.path().join("result.json");
    if value["kind"] == Hands::KIND {
        arena(&path, value);
    } else if value["kind"] == TOURNAMENT_KIND {
        if let Ok(result) = TournamentResult::read(&value.to_string()) {
            shown(&report::tournament::text(&result));
            shown(&report::tournament::markdown(&result));
        }
    } else if value["kind"] == Matches::KIND
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
            let has_sets = result.pairs.iter().any(|pair| pair.sets() > 0);
            assert!(result.clone().merge(result).is_err() || !has_sets, "hands count twice");
        }
        Err(error) => assert!(error.to_string().contains("result.json"), "{error}"),
    }
}

fn shown(text: &str) {
    assert!(!text.is_empty());
}
