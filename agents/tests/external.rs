//! Programs at the table: even if one misbehaves, the arena gets an action or an offence, in time.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::SeedableRng;
use spariglio_agents::external::ExternalConfig;
use spariglio_agents::external::check::check;
use spariglio_agents::table::{Offence, OffenceKind, Refusal};
use spariglio_agents::{AgentError, AgentSpec, Hand, Player, SpecError, play_hand};
use spariglio_engine::{Deal, Game};
use tempfile::TempDir;

/// Plays correctly until its process's third decision, then misbehaves as its argument says. The modes `counts`,
/// `starts once` and `late once` count its processes in files beside it.
const BOT: &str = r#"
import json, sys, time
mode = sys.argv[1]
asked = 0
version = None
if mode in ("counts", "starts once", "late once"):
    import os
    folder = os.path.dirname(os.path.abspath(__file__))
    version = str(len(os.listdir(folder)))
    open(os.path.join(folder, "start" + version), "w").close()
    if mode == "starts once" and version != "1": sys.exit(3)
    if mode == "late once" and version == "2": time.sleep(600)
def say(**fields):
    print(json.dumps(fields), flush=True)
if mode == "never starts": sys.exit(3)
if mode == "never reads": time.sleep(600)
if mode == "shouts":
    while True: print("x" * 1000, flush=True)
for line in sys.stdin:
    message = json.loads(line)
    number = message["id"]
    if message["type"] == "hello":
        if mode == "greets late": time.sleep(600)
        form = dict(observation="text", language="it", cards="names") if mode == "text" else {}
        if mode == "other observation": form = dict(observation="video")
        say(type="ready", id=number, protocol=2 if mode == "other protocol" else 1, name="bot", version=version if mode == "counts" else None, **form)
    if mode == "text" and message["type"] == "hand": assert "Regole:" in message["text"], message
    while message["type"] == "quit" and mode == "babbles": print("x" * 1000, flush=True)
    if message["type"] == "quit" and mode != "stays": break
    if message["type"] != "act": continue
    asked += 1
    action = message["legal"][0]
    if mode == "text":
        assert "view" not in message and "- " + action in message["text"].splitlines(), message
        action = "Sembra facile.\nAzione: " + action if asked % 2 else "Gioco cosi:\nAzione: " + action
    if mode == "forks":
        import subprocess
        for _ in range(5): subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)", sys.argv[0]])
    if mode == "shouts errors": sys.stderr.write(("x" * 1000 + "\n") * 2000); sys.stderr.flush()
    if mode == "eats memory": memory = bytearray(50_000_000)
    if asked == 3:
        if mode == "crash": raise ValueError("no idea")
        if mode == "exit": sys.exit(4)
        if mode == "slow": time.sleep(600)
        if mode == "illegal": action = "Kd x Ks"
        if mode == "spaces": action = " " + action
        if mode == "not an action": action = "anything"
        if mode == "deaf": sys.stdin.close(); time.sleep(600)
        if mode == "mute": sys.stdout.close(); import os; os.close(1); time.sleep(600)
        if mode == "stopped": import os, signal; os.kill(os.getpid(), signal.SIGSTOP)
        if mode == "deaf to signals":
            import signal
            for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP): signal.signal(number, signal.SIG_IGN)
            time.sleep(600)
        if mode == "endless line":
            while True: sys.stdout.write("x" * 65536)
        if mode == "number": print(7, flush=True); continue
        if mode == "huge id": number = 2 ** 70
        if mode == "negative id": number = -1
        if mode == "nul": action = "\0" + action
        if mode == "garbage": print("what?", flush=True); continue
        if mode == "other type": say(type="bid", id=number); continue
        if mode == "no id": say(type="action", action=action); continue
        if mode == "other id": number -= 1
        if mode == "long": print("[" + "1," * 60000, flush=True); continue
        if mode == "bytes": sys.stdout.buffer.write(b'{"type": "\xff"}\n'); sys.stdout.flush(); continue
        if mode == "twice": print(json.dumps({"type": "action", "id": number, "action": action}) * 2, flush=True); continue
        if mode == "child":
            import subprocess
            subprocess.Popen(["sleep", "600"]); time.sleep(600)
    say(type="action", id=number, action=action)
    if asked == 3 and mode == "two lines": say(type="action", id=number, action=action)
if mode == "stays": time.sleep(600)
"#;

struct Bots {
    folder: TempDir,
    game: Game,
}

impl Bots {
    fn new(preset: &str) -> Bots {
        let folder = tempfile::tempdir().expect("a folder");
        fs::write(folder.path().join("bot.py"), BOT).expect("written");
        let game = Game::preset(preset).expect("a preset");
        Bots { folder, game }
    }

    fn spec(&self, mode: &str, limits: &str) -> AgentSpec {
        let path = self.folder.path().join("bot.py");
        let text = format!("external:command=python3 '{}' '{mode}'{limits}", path.display());
        AgentSpec::parse(&text).expect("a spec")
    }

    fn player(&self, mode: &str) -> Player {
        self.build(mode).expect("built")
    }

    fn build(&self, mode: &str) -> Result<Player, AgentError> {
        let limits = match mode {
            "slow" | "child" | "deaf" | "stopped" | "deaf to signals" => ":millis=60",
            "never reads" | "greets late" => ":start_millis=300",
            "late once" => ":start_millis=4000:millis=5000",
            _ => ":millis=5000",
        };
        self.spec(mode, limits).build_player(&self.game)
    }

    /// Asserts that no process of a program, or started by it, still runs: each has the program's path in its command
    /// line.
    fn none_is_left(&self, mode: &str) {
        let until = Instant::now() + Duration::from_secs(20);
        while !left(self.folder.path()).is_empty() {
            assert!(Instant::now() < until, "{mode}: {:?}", left(self.folder.path()));
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// A hand of the player at every seat, up to its offence.
    fn hand(&self, player: &mut Player, seed: u64) -> Result<usize, Refusal> {
        let game = &self.game;
        let deal = Deal::random(game, 0, &mut Pcg64Mcg::seed_from_u64(seed));
        let mut hand = Hand::new(game, &deal, false);
        player.start_hand(seed);
        while !hand.is_over() {
            let action = player.act(&hand);
            let again = action.is_err().then(|| player.act(&hand));
            assert!(again.is_none_or(|again| again == action), "an offence holds for the hand");
            hand.act(action?).expect("a legal action");
        }
        player.end_hand(&hand);
        Ok(hand.history().len())
    }
}

/// The command lines of running processes that name the folder.
#[cfg(target_os = "linux")]
fn left(folder: &Path) -> Vec<String> {
    let processes = fs::read_dir("/proc").expect("processes").filter_map(Result::ok);
    let lines = processes.filter_map(|process| fs::read_to_string(process.path().join("cmdline")).ok());
    lines.filter(|line| line.contains(&*folder.to_string_lossy())).collect()
}

#[cfg(not(target_os = "linux"))]
fn left(_: &Path) -> Vec<String> {
    Vec::new()
}

/// The faults that show at the first greeting.
const RUDE: [&str; 6] = ["never starts", "never reads", "greets late", "shouts", "other protocol", "other observation"];

fn offence(mode: &str) -> Offence {
    let bots = Bots::new("cirulla");
    if RUDE.contains(&mode) {
        let refused = bots.build(mode).err().expect(mode);
        bots.none_is_left(mode);
        let AgentError::Spec(SpecError::NoGreeting { command, offence }) = refused else {
            panic!("{mode}: {refused}");
        };
        assert!(command.contains("bot.py"), "{command}");
        return *offence;
    }
    let mut player = bots.player(mode);
    let [first, second] = [1, 2].map(|seed| match bots.hand(&mut player, seed).expect_err(mode) {
        Refusal::Offence(offence) => offence,
        Refusal::Failed(said) => panic!("{mode}: {said}"),
    });
    assert_eq!(
        std::mem::discriminant(&first.kind),
        std::mem::discriminant(&second.kind),
        "{mode}: the next hand starts it again"
    );
    drop(player);
    bots.none_is_left(mode);
    first
}

#[test]
fn every_fault_is_an_offence_of_its_kind() {
    for mode in ["crash", "exit", "never starts", "mute"] {
        let offence = offence(mode);
        assert!(matches!(offence.kind, OffenceKind::Crashed(_)), "{mode}: {offence}");
    }
    for mode in ["slow", "never reads", "greets late", "child", "deaf", "stopped", "deaf to signals"] {
        let offence = offence(mode);
        assert!(matches!(offence.kind, OffenceKind::Timeout { .. }), "{mode}: {offence}");
    }
    for mode in ["illegal", "spaces", "not an action", "nul"] {
        let offence = offence(mode);
        assert!(matches!(offence.kind, OffenceKind::Illegal(_)), "{mode}: {offence}");
    }
    for mode in [
        "garbage",
        "other type",
        "no id",
        "other id",
        "long",
        "bytes",
        "twice",
        "endless line",
        "number",
        "huge id",
        "negative id",
        "two lines",
        "shouts",
        "other protocol",
        "other observation",
    ] {
        let offence = offence(mode);
        assert!(matches!(offence.kind, OffenceKind::Protocol(_)), "{mode}: {offence}");
    }
}

#[test]
fn an_offence_tells_what_happened() {
    let crash = offence("crash").to_string();
    assert!(crash.contains("exit status: 1") && crash.contains("ValueError: no idea"), "{crash}");
    assert_eq!(offence("slow").to_string(), "no answer within 60 ms");
    assert_eq!(offence("greets late").to_string(), "no answer within 300 ms");
    let illegal = offence("illegal").to_string();
    assert!(illegal.starts_with("plays `Kd x Ks`, which is not legal; legal: `"), "{illegal}");
    assert!(offence("other protocol").to_string().contains("protocol 2, expected 1"));
    assert!(offence("other id").to_string().contains("repeat the id"));
    assert!(offence("long").to_string().contains("65536 bytes"));
    let missing = AgentSpec::parse("external:command=no-such-program-here").expect("a spec");
    let bots = Bots::new("scopa");
    let error = missing.build_player(&bots.game).err().expect("no program").to_string();
    assert!(error.contains("before the first hand: cannot start `no-such-program-here`"), "{error}");
}

#[test]
fn a_program_is_greeted_once_for_all_its_players() {
    let bots = Bots::new("scopa");
    let spec = bots.spec("counts", "");
    for _ in 0..3 {
        spec.clone().build_player(&bots.game).expect("built");
    }
    let files = fs::read_dir(bots.folder.path()).expect("a folder").count();
    assert_eq!(files, 2, "the program, and one start of it");
}

#[test]
fn a_program_that_changes_its_version_ends_the_run() {
    let bots = Bots::new("scopa");
    let mut player = bots.player("counts");
    let Err(Refusal::Failed(said)) = bots.hand(&mut player, 1) else {
        panic!("it plays, or offends");
    };
    assert!(said.contains("it says \"bot 2\"") && said.contains("first greeting \"bot 1\""), "{said}");
}

#[test]
fn a_later_process_that_does_not_start_is_an_offence() {
    let bots = Bots::new("scopa");
    let mut player = bots.player("starts once");
    let Err(Refusal::Offence(offence)) = bots.hand(&mut player, 1) else {
        panic!("it plays, or fails");
    };
    assert!(offence.to_string().contains("exit status: 3"), "{offence}");
}

#[test]
fn a_later_process_that_is_late_once_is_started_again() {
    let bots = Bots::new("scopa");
    let mut player = bots.player("late once");
    bots.hand(&mut player, 1).expect("no offence");
    let starts = fs::read_dir(bots.folder.path()).expect("a folder").count();
    assert_eq!(starts, 1 + 3, "the greeting, the late one and another, beside the program");
}

#[test]
fn a_sound_program_plays_hands_one_after_another() {
    for preset in ["scopa", "cirulla", "cirullone", "cicera_six", "scopone_messina"] {
        let bots = Bots::new(preset);
        let mut player = bots.player("sound");
        for seed in 0..3 {
            let turns = bots.hand(&mut player, seed).expect("no offence");
            assert!(turns >= bots.game.plies(), "{preset}");
        }
    }
}

#[test]
fn a_program_may_ask_for_text_and_answer_in_words() {
    for preset in ["scopa", "cirulla", "cicera"] {
        let bots = Bots::new(preset);
        let mut player = bots.player("text");
        let turns = bots.hand(&mut player, 1).expect("no offence");
        assert!(turns >= bots.game.plies(), "{preset}");
    }
    let offence = offence("other observation").to_string();
    assert!(offence.contains("observation is `video`, expected `json` or `text`"), "{offence}");
}

#[test]
fn what_a_sound_program_does_beside_leaves_nothing() {
    for mode in ["forks", "shouts errors", "eats memory"] {
        let bots = Bots::new("scopa");
        let mut player = bots.player(mode);
        bots.hand(&mut player, 1).expect("no offence");
        if cfg!(target_os = "linux") {
            assert_eq!(left(bots.folder.path()).len() > 5, mode == "forks", "{mode}");
        }
        drop(player);
        bots.none_is_left(mode);
    }
}

#[test]
fn a_spec_is_written_as_it_was_read() {
    let text = "external:command=python3 'my bot.py' --level=3:millis=50";
    let spec = AgentSpec::parse(text).expect("a spec");
    assert_eq!(spec.to_string(), text);
    let config: &ExternalConfig = spec.options().expect("external");
    assert_eq!((config.millis, config.start_millis), (50, 10_000));
    for (wrong, reason) in [
        ("external", "needs the option `command`"),
        ("external:command=", "quotes closed"),
        ("external:command='open", "expected a closing quote"),
        ("external:command=x:millis=0", "from 1"),
    ] {
        let error = AgentSpec::parse(wrong).expect_err(wrong).to_string();
        assert!(error.contains(reason), "{error}");
    }
    let fair = spec.build(&Game::preset("scopa").expect("a preset"));
    assert!(fair.err().expect("not a fair agent").to_string().contains("is a program"));
}

fn failed(command: &str, presets: &[&str]) -> Vec<String> {
    let games: Vec<Game> = presets.iter().map(|preset| Game::preset(preset).expect("a preset")).collect();
    let spec = AgentSpec::parse(&format!("external:command={command}:millis=2000")).expect("a spec");
    let config: &ExternalConfig = spec.options().expect("external");
    let checks = check(config, &games, 2, &mut |_| ()).expect("a program");
    let failed = checks.into_iter().filter(|check| !check.passed);
    failed.map(|check| format!("{}: {}", check.name, check.detail)).collect()
}

fn example() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../notebooks/examples/agents/random_agent.py")
}

#[test]
fn the_example_passes_every_check() {
    let command = format!("python3 '{}'", example().display());
    let failed = failed(&command, &["scopa", "cirulla", "cirullone", "cicera"]);
    assert!(failed.is_empty(), "{failed:?}");
}

#[test]
fn the_example_follows_its_seed() {
    let bots = Bots::new("cirulla");
    let spec = AgentSpec::parse(&format!("external:command=python3 '{}'", example().display())).expect("a spec");
    let moves = |seed| {
        let game = &bots.game;
        let deal = Deal::random(game, 0, &mut Pcg64Mcg::seed_from_u64(3));
        let mut hand = Hand::new(game, &deal, false);
        let mut seats: Vec<Player> = (0..game.players()).map(|_| spec.build_player(game).expect("built")).collect();
        seats.iter_mut().for_each(|player| player.start_hand(seed));
        play_hand(&mut hand, &mut seats[..], &mut ()).expect("no foul");
        hand.history().to_vec()
    };
    assert_eq!(moves(1), moves(1));
    assert_ne!(moves(1), moves(2));
}

#[test]
fn a_faulty_program_fails_the_checks_it_should() {
    let bots = Bots::new("scopa");
    let command = |mode: &str| {
        let path = bots.folder.path().join("bot.py");
        format!("python3 '{}' '{mode}'", path.display())
    };
    let stays = failed(&command("stays"), &["scopa"]);
    assert!(stays.len() == 2 && stays.iter().all(|line| line.starts_with("ends ")), "{stays:?}");
    let babbles = failed(&command("babbles"), &["scopa"]);
    assert!(babbles.len() == 1 && babbles[0].starts_with("ends after `quit`"), "{babbles:?}");
    let illegal = failed(&command("illegal"), &["scopa"]);
    assert!(illegal.iter().any(|line| line.contains("plays scopa, seat 1: plays `Kd x Ks`")), "{illegal:?}");
    let none = failed(&command("never starts"), &["scopa"]);
    assert!(none.iter().all(|line| line.contains("exit status: 3")) && none.len() == 1, "{none:?}");
}
