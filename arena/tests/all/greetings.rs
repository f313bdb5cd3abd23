//! All programs are greeted before the first hand: one that does not answer ends the run there, in every contest.

use std::fs;
use std::path::PathBuf;

use spariglio_agents::AgentSpec;
use spariglio_arena::matches::arena::Matches;
use spariglio_arena::matches::equity::{self, EquityConfig};
use spariglio_arena::studies::ladder::{self, Settings};
use spariglio_arena::tournaments::Plan;
use spariglio_arena::{ArenaConfig, ArenaError, Contest, Entrant, Nobody, play_pair, round_robin};
use spariglio_engine::Game;
use tempfile::TempDir;

/// A program that notes its starts in the file `starts`, says something and never answers.
struct Mute {
    folder: TempDir,
}

impl Mute {
    fn new() -> Mute {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("starts");
        let text = format!("echo start >>'{}'\necho no model here >&2\nexec sleep 600\n", path.display());
        fs::write(folder.path().join("mute.sh"), text).expect("written");
        Mute { folder }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn text(&self) -> String {
        format!("external:command=sh {}:start_millis=1000", self.path("mute.sh").display())
    }

    fn spec(&self) -> AgentSpec {
        AgentSpec::parse(&self.text()).expect("an agent")
    }

    fn write(&self, name: &str, text: &str) -> PathBuf {
        fs::write(self.path(name), text).expect("written");
        self.path(name)
    }

    /// Asserts that the error names the program, and that it was started once.
    fn ended(&self, contest: &str, error: &ArenaError) {
        let text = error.to_string();
        for part in ["mute.sh", "before the first hand", "no answer within 1000 ms", "its last words: `no model here`"]
        {
            assert!(text.contains(part), "{contest}: {part}: {text}");
        }
        let starts = fs::read_to_string(self.path("starts")).expect("started");
        assert_eq!(starts.lines().count(), 1, "{contest}: one greeting, one wait");
    }
}

fn greedy() -> AgentSpec {
    AgentSpec::parse("greedy").expect("an agent")
}

/// The error of a contest with the program at `mute`, played on several threads.
type Play = fn(&Mute, &Game) -> Option<ArenaError>;

fn pair(mute: &Mute, game: &Game) -> Option<ArenaError> {
    let config = ArenaConfig { hands: 100, threads: 4, ..ArenaConfig::default() };
    play_pair(game, [&greedy(), &mute.spec()], &config, &|_| ()).err()
}

fn contest(mute: &Mute, game: &Game) -> Option<ArenaError> {
    let entrants = [greedy(), AgentSpec::parse("random").expect("an agent"), mute.spec()].map(Entrant::new);
    let config = ArenaConfig { hands: 100, threads: 4, ..ArenaConfig::default() };
    round_robin(game, &entrants, &config).err()
}

fn matches(mute: &Mute, game: &Game) -> Option<ArenaError> {
    let entrants = [greedy(), mute.spec()].map(Entrant::new);
    let config = ArenaConfig { hands: 20, threads: 4, ..ArenaConfig::default() };
    Contest::<Matches>::round_robin(game, &entrants, &config)
        .play(None, &Nobody)
        .err()
}

fn equity(mute: &Mute, game: &Game) -> Option<ArenaError> {
    let config = EquityConfig { agent: mute.spec(), hands: 100, seed: 1, threads: 4 };
    equity::sample(game, &config, None, &Nobody).err()
}

fn tournament(mute: &Mute, _: &Game) -> Option<ArenaError> {
    let text = format!(
        "name = \"two\"\nseed = 2\nrules = \"scopone\"\n[[team]]\nname = \"A\"\nagent = \"greedy\"\n\
         [[team]]\nname = \"B\"\nagent = \"{}\"\n[[stage]]\nformat = \"round_robin\"\n",
        mute.text()
    );
    Plan::load(&mute.write("two.toml", &text), false).err()
}

fn ladder(mute: &Mute, _: &Game) -> Option<ArenaError> {
    let text = format!(
        "title = \"two\"\nrules = \"scopone\"\nseed = 1\n\
         [[row]]\nname = \"first\"\nagents = [\"random\", \"greedy\"]\nhands = 8\n\
         [[row]]\nname = \"second\"\nagents = [\"{}\", \"greedy\"]\nhands = 8\n",
        mute.text()
    );
    let file = mute.write("ladder_x.toml", &text);
    let out = mute.path("out");
    let settings = Settings { threads: 4, ..Settings::default() };
    let error = ladder::play(&[file], &out, &settings, &|_| panic!("a hand is played"), &|| false).err();
    assert!(!out.join("ladder_x.json").exists());
    error
}

#[test]
fn a_program_that_never_greets_is_waited_for_once() {
    let game = Game::preset("scopone").expect("a preset");
    let contests: [(&str, Play); 6] = [
        ("pair", pair),
        ("contest", contest),
        ("matches", matches),
        ("equity", equity),
        ("tournament", tournament),
        ("ladder", ladder),
    ];
    for (name, play) in contests {
        let mute = Mute::new();
        let error = play(&mute, &game).expect(name);
        mute.ended(name, &error);
    }
}

/// Its version is the number of its start, noted in the file that its argument names.
const FICKLE: &str = r#"
import json, sys
with open(sys.argv[1], "a+") as starts:
    starts.write("x"); starts.flush(); version = str(starts.tell())
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        answer = {"type": "ready", "protocol": 1, "name": "fickle", "version": version}
    elif message["type"] == "act":
        answer = {"type": "action", "action": message["legal"][0]}
    else:
        continue
    print(json.dumps({"id": message["id"], **answer}), flush=True)
"#;

#[test]
fn a_program_that_changes_its_version_ends_the_run() {
    let dir = tempfile::tempdir().expect("a folder");
    let [path, starts] = ["fickle.py", "starts"].map(|name| dir.path().join(name));
    fs::write(&path, FICKLE).expect("written");
    let text = format!("external:command=python3 {} {}:start_millis=60000", path.display(), starts.display());
    let spec = AgentSpec::parse(&text).expect("an agent");
    let game = Game::preset("scopa").expect("a preset");
    let config = ArenaConfig { hands: 4, threads: 1, ..ArenaConfig::default() };
    let error = play_pair(&game, [&spec, &greedy()], &config, &|_| ()).expect_err("another program");
    let text = error.to_string();
    for part in ["fickle.py", "\"fickle 1\"", "\"fickle 2\"", "(deal 0 of seed 0, seat "] {
        assert!(text.contains(part), "{part}: {text}");
    }
}
