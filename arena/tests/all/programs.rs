//! Programs that try to cheat: by repeated deals, seeds, records, or the run's files.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use spariglio_agents::AgentSpec;
use spariglio_agents::draws::Secret;
use spariglio_arena::deals::unforeseen::random_secret;
use spariglio_arena::studies::ladder::{self, Settings};
use spariglio_arena::tournaments::{Plan, play_tournament};
use spariglio_arena::{
    ArenaConfig, ArenaError, ArenaResult, Contest, Entrant, Hands, Nobody, PairHand, PairResult, Schedule, Step, Watch,
    play_pair,
};
use spariglio_engine::Game;
use tempfile::TempDir;

use crate::bubblewrap;

/// Plays its first legal action and misbehaves as its argument says.
const BOT: &str = r#"
import json, os, socket, sys
mode, rest = sys.argv[1], sys.argv[2:]
seen = []
if mode == "notes starts":
    with open(rest[0], "a") as file: file.write("x")
def say(message, **fields):
    print(json.dumps({"id": message["id"], **fields}), flush=True)
def cards(view):
    return frozenset(view["hand"].split())
def free():
    found = []
    try:
        socket.create_connection(("127.0.0.1", int(rest[0])), 1); found.append("network")
    except OSError: pass
    for path in rest[1:]:
        if os.path.exists(path): found.append(os.path.basename(path))
    try:
        open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "note"), "w").close(); found.append("writes")
    except OSError: pass
    if os.getuid() != 65534: found.append("user")
    if any(line.split()[1].strip("0") for line in open("/proc/self/status") if line.startswith("CapEff")): found.append("rights")
    for process in filter(str.isdigit, os.listdir("/proc")):
        try:
            if b"CARGO_MANIFEST_DIR" in open(f"/proc/{process}/environ", "rb").read(): found.append("environment")
        except OSError: pass
    if os.path.exists(f"/proc/{os.getppid()}/cmdline"):
        line = open(f"/proc/{os.getppid()}/cmdline").read()
        if "programs" in line: found.append("parent")
    return " ".join(found) or "nothing"
for line in sys.stdin:
    message = json.loads(line)
    kind = message["type"]
    if kind == "hello":
        name = free() if mode == "looks" else "\x1b[2J\u202ebot" if mode == "paints" else "bot"
        say(message, type="ready", protocol=1, name=name, version=rest[0] if mode == "versioned" else "1")
    elif kind == "hand":
        first = True
        if mode == "notes dealers":
            with open(rest[0], "a") as file: file.write(f"{message['seat']} {message['dealer']}\n")
        if mode == "notes seeds":
            with open(rest[0], "a") as file: file.write(f"{message['seed']}\n")
        if mode == "reads records" and os.path.isdir(rest[0]) and any("p1" in name for name in os.listdir(rest[0])):
            sys.exit(1)
    elif kind == "act":
        view = message["view"]
        if mode == "remembers" and first and any(hand == cards(view) for hand in seen): sys.exit(1)
        first = False
        action = message["legal"][0]
        if mode == "paints" and view["ply"] > 3:
            print("\x1b]0;owned\x07\u2028", file=sys.stderr, flush=True)
            action = "\x1b[31m\r7d"
        say(message, type="action", action=action)
    elif kind == "end" and mode == "remembers":
        hands = {}
        for turn in message["history"]:
            hands.setdefault(turn["seat"], []).append(turn["action"].split()[0])
        seen.extend(frozenset(played) for played in hands.values())
"#;

struct Bots {
    folder: TempDir,
}

impl Bots {
    fn new() -> Bots {
        let folder = tempfile::tempdir().expect("a folder");
        fs::create_dir(folder.path().join("bots")).expect("made");
        fs::write(folder.path().join("bots/bot.py"), BOT).expect("written");
        Bots { folder }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn spec(&self, mode: &str, rest: &str) -> AgentSpec {
        let path = self.path("bots/bot.py");
        let text =
            format!("external:command=python3 {} '{mode}' {rest}:millis=60000:start_millis=60000", path.display());
        AgentSpec::parse(text.trim()).expect("a spec")
    }
}

fn config(hands: u64) -> ArenaConfig {
    ArenaConfig { hands, seed: 5, threads: 2, in_flight: 2, ..ArenaConfig::default() }
}

fn pair(first: &AgentSpec, config: &ArenaConfig) -> Result<PairResult, ArenaError> {
    let game = Game::preset("scopone").expect("a preset");
    let greedy = AgentSpec::parse("greedy").expect("an agent");
    play_pair(&game, [first, &greedy], config, &|_| ())
}

fn contest(
    agents: &[AgentSpec],
    config: &ArenaConfig,
    earlier: Option<ArenaResult>,
) -> Result<ArenaResult, ArenaError> {
    let game = Game::preset("scopone").expect("a preset");
    let entrants: Vec<Entrant> = agents.iter().cloned().map(Entrant::new).collect();
    let contest = Contest::<Hands>::round_robin(&game, &entrants, config);
    contest.play(earlier, &Nobody)
}

#[test]
fn no_process_of_a_program_meets_a_deal_twice() {
    // It exits if it holds cards that it saw in an earlier hand, at any seat.
    let result = pair(&Bots::new().spec("remembers", ""), &config(120)).expect("played");
    assert_eq!(
        (result.figures.hands, result.figures.forfeits.lost),
        (60, [0, 0]),
        "{:?}",
        result.figures.forfeits.first_offence
    );
    if bubblewrap::works("no_process_of_a_program_meets_a_deal_twice") {
        let result = pair(&Bots::new().spec("remembers", "").sandboxed(), &config(40)).expect("played");
        assert_eq!((result.figures.hands, result.figures.forfeits.lost), (40, [0, 0]), "each deal twice");
    }
}

#[test]
fn a_program_that_plays_each_deal_once_has_a_process_per_seat() {
    let bots = Bots::new();
    let starts = bots.path("starts");
    let bot = bots.spec("notes starts", starts.to_str().expect("UTF-8"));
    let (game, greedy) = (Game::preset("scopone_messina").expect("a preset"), AgentSpec::parse("greedy").expect("one"));
    let config = ArenaConfig { threads: 1, in_flight: 1, ..config(72) };
    let result = play_pair(&game, [&bot, &greedy], &config, &|_| ()).expect("played");
    assert_eq!((result.figures.hands, result.figures.forfeits.lost), (12, [0, 0]));
    // The greeting, and the two sides that it plays at most.
    assert_eq!(fs::read(starts).expect("noted").len(), 3);
}

#[test]
fn every_run_tells_other_seeds_of_the_same_deals() {
    let bots = Bots::new();
    let seeds_of_run = |name: &str, secret: Option<Secret>| {
        let notes = bots.path(name);
        let spec = bots.spec("notes seeds", notes.to_str().expect("UTF-8"));
        pair(&spec, &ArenaConfig { secret, ..config(20) }).expect("played");
        let mut seeds: Vec<String> = fs::read_to_string(notes).expect("noted").lines().map(str::to_owned).collect();
        seeds.sort();
        seeds.dedup();
        seeds
    };
    let secret = random_secret();
    let first = seeds_of_run("a", Some(secret));
    assert_eq!(first.len(), 20, "two seats in each hand");
    assert_eq!(first, seeds_of_run("b", Some(secret)));
    let other = seeds_of_run("c", Some(random_secret()));
    assert!(first.iter().all(|seed| !other.contains(seed)));
}

#[test]
fn a_ladder_played_again_tells_other_seeds() {
    let bots = Bots::new();
    let file = bots.path("ladder_x.toml");
    let notes = bots.path("notes");
    let bot = bots.spec("notes seeds", notes.to_str().expect("UTF-8"));
    let text = format!(
        "title = \"one\"\nrules = \"scopa\"\nseed = 1\n[[row]]\nname = \"row\"\nagents = [\"{bot}\", \"greedy\"]\nhands = 8\n"
    );
    fs::write(&file, text).expect("written");
    let seeds_of_run = |out: &str| {
        fs::write(&notes, "").expect("written");
        let settings = Settings { threads: 1, ..Settings::default() };
        ladder::play(std::slice::from_ref(&file), &bots.path(out), &settings, &|_| (), &|| false).expect("played");
        fs::read_to_string(&notes).expect("noted")
    };
    let [one, other] = ["one", "other"].map(seeds_of_run);
    assert_eq!(one.lines().count(), 4);
    assert!(one.lines().all(|seed| !other.contains(seed)));
}

#[test]
fn records_of_an_encounter_come_when_both_its_matches_are_over() {
    let bots = Bots::new();
    let out = bots.path("out");
    let records = out.join("records");
    let bot = bots.spec("reads records", records.to_str().expect("UTF-8"));
    let file = bots.path("plan.toml");
    let text = format!(
        "name = \"two\"\nseed = 2\nrules = \"scopone\"\n[[team]]\nname = \"spy\"\nagent = \"{bot}\"\n\
         [[team]]\nname = \"greedy\"\nagent = \"greedy\"\n\
         [[stage]]\nformat = \"round_robin\"\nduplicate = true\nhands = 6\n"
    );
    fs::write(&file, text).expect("written");
    let plan = Plan::load(&file, false).expect("a plan");
    let play = || play_tournament(&plan, &out, 1, &|_| (), &|| false).expect("played");
    let result = play();
    assert!(result.stages[0].matches.iter().all(|played| played.offence.is_none()));
    assert_eq!(fs::read_dir(&records).expect("a folder").count(), 2);
    assert!(result.secret.is_some());

    // Records without a line are removed before anything is played.
    fs::write(out.join("matches.jsonl"), "").expect("written");
    let again = play();
    assert!(again.stages[0].matches.iter().all(|played| played.offence.is_none()));
    assert_eq!(again.secret, result.secret);
}

#[test]
fn a_program_that_says_it_is_another_one_is_refused() {
    let bots = Bots::new();
    let greedy = AgentSpec::parse("greedy").expect("an agent");
    let agents = || [bots.spec("versioned", "1"), greedy.clone()];
    let result = contest(&agents(), &config(8), None).expect("played");
    assert_eq!(result.head.names, ["bot", "greedy"]);
    // The command is the same, but the answer differs.
    let text = BOT.replace("rest[0] if mode", "\"2\" if mode");
    let other = result;
    fs::write(bots.path("bots/bot.py"), &text).expect("written");
    let error = contest(&agents(), &config(8), Some(other))
        .expect_err("another program")
        .to_string();
    assert!(error.contains("its version 1") && error.contains("its version 2"), "{error}");
}

#[test]
fn a_program_cannot_write_to_the_terminal() {
    let bots = Bots::new();
    let greedy = AgentSpec::parse("greedy").expect("an agent");
    let result = contest(&[bots.spec("paints", ""), greedy], &config(8), None).expect("played");
    let pair = &result.pairs[0];
    assert_eq!((pair.figures.forfeits.lost, pair.figures.forfeits.offences[0].illegal), ([4, 0], 4));
    let first = pair.figures.forfeits.first_offence[0].as_ref().expect("an offence");
    let texts = format!("{first}{}", result.head.names[0]);
    assert!(!texts.contains(|letter: char| letter.is_control() || "\u{202e}\u{2028}".contains(letter)));
    assert!(first.contains(r"\u{1b}[31m\r7d") && first.contains("owned"), "{first}");
    assert!(result.head.names[0].starts_with(r"\u{1b}[2J\u{202e}bot"), "{}", result.head.names[0]);
}

#[test]
fn unpaired_hands_use_every_seating_as_often() {
    let both = ["greedy", "random"].map(|text| AgentSpec::parse(text).expect("an agent"));
    let game = Game::preset("scopone").expect("a preset");
    let play = |unpaired| {
        let config = ArenaConfig { unpaired, ..config(4000) };
        play_pair(&game, [&both[0], &both[1]], &config, &|_| ()).expect("played")
    };
    let [paired, single] = [play(false), play(true)];
    assert_eq!((single.figures.hands, single.sets(), single.plays_per_set), (4000, 4000, 1));
    for position in [&single.figures.by_agent[0].by_position, &single.figures.by_agent[1].by_position] {
        assert_eq!((position.first.hands, position.dealer.hands), (2000, 2000));
    }
    let apart = (single.figures.margin.mean - paired.figures.margin.mean).abs();
    assert!(
        apart < 4.0 * single.figures.margin.standard_error.hypot(paired.figures.margin.standard_error),
        "{apart}"
    );
    assert!(single.figures.margin.standard_error > paired.figures.margin.standard_error);
    assert_eq!(single.figures.pairing.variance_reduction, None);
}

#[test]
fn the_figure_of_a_free_program_is_that_of_single_plays() {
    let bots = Bots::new();
    let game = |preset| Game::preset(preset).expect("a preset");
    let greedy = AgentSpec::parse("greedy").expect("an agent");
    for (preset, plays) in [("scopone", 2), ("scopone_messina", 6)] {
        let play = |unpaired, sets| {
            let hands = if unpaired { sets } else { sets * plays };
            let config = ArenaConfig { unpaired, ..config(hands) };
            play_pair(&game(preset), [&bots.spec("plays", ""), &greedy], &config, &|_| ()).expect("played")
        };
        let [paired, single] = [play(false, 24), play(true, 24)];
        assert_eq!(paired, single, "{preset}");
    }
}

#[test]
fn the_pairs_of_a_free_program_share_no_deals() {
    struct Deals(Mutex<HashMap<[usize; 2], HashSet<String>>>);
    impl Watch<Step, ArenaResult> for Deals {
        fn progress(&self, _: Step) {}
        fn hand(&self, played: &PairHand<'_>) {
            let cards = format!("{:?}", played.hand.deal());
            self.0.lock().expect("no panic").entry(played.pair).or_default().insert(cards);
        }
    }
    let bots = Bots::new();
    let game = Game::preset("scopone").expect("a preset");
    let agents = ["greedy", "random", "formula"].map(|text| AgentSpec::parse(text).expect("an agent"));
    let entrants: Vec<Entrant> = [bots.spec("plays", "")].into_iter().chain(agents).map(Entrant::new).collect();
    let config = config(8);
    let contest = Contest {
        game: &game,
        entrants: &entrants,
        config: &config,
        schedule: Schedule::RoundRobin,
        unit: Hands,
    };
    let deals = Deals(Mutex::default());
    contest.play(None, &deals).expect("played");
    let deals = deals.0.into_inner().expect("no panic");
    let shared = |one: [usize; 2], other: [usize; 2]| deals[&one].intersection(&deals[&other]).count();
    assert_eq!([shared([0, 1], [0, 2]), shared([0, 2], [0, 3]), shared([0, 1], [1, 2])], [0; 3]);
    assert_eq!(shared([1, 2], [2, 3]), 4, "pairs without a program play the same deals");
}

#[test]
fn a_program_that_is_shut_in_finds_nothing() {
    let bots = Bots::new();
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("an address").port();
    fs::write(bots.path("out.json"), "{}").expect("written");
    let out = bots.path("out.json");
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let bot = bots.spec("looks", &format!("{port} {} {}", out.display(), root.display()));
    let greedy = AgentSpec::parse("greedy").expect("an agent");
    let free = contest(&[bot.clone(), greedy.clone()], &config(4), None).expect("played");
    for found in ["network", "out.json", "writes", "environment"] {
        assert!(free.head.made_of[0].iter().any(|part| part.is.contains(found)), "{:?}", free.head.made_of);
    }
    let shut_in = contest(&[bot.sandboxed(), greedy], &config(4), None);
    if bubblewrap::works("a_program_that_is_shut_in_finds_nothing") {
        let shut_in = shut_in.expect("played");
        assert_eq!(shut_in.head.names[0], "nothing", "{:?}", shut_in.head.made_of);
        assert_eq!(shut_in.pairs[0].figures.forfeits.lost, [0, 0]);
    } else {
        let error = shut_in.expect_err("no bubblewrap").to_string();
        assert!(error.contains("bwrap"), "{error}");
    }
}
