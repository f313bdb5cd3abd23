//! Tournaments from file to tables: points add up, kills leave no trace, programs fail.

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

use spariglio_arena::ArenaError;
use spariglio_arena::tournaments::{
    Decision, EndKind, Format, MatchReport, Plan, TournamentProgress, TournamentResult, play_tournament,
};
use spariglio_engine::record::Replayer;
use tempfile::TempDir;

const TEAMS: [&str; 7] = ["greedy", "formula", "random", "greedy-take", "cicuti", "chitarrella", "random"];

/// A tournament of the first `teams` agents.
pub fn file(head: &str, teams: usize, stages: &str) -> String {
    let mut text = format!("name = \"A | tournament\"\nseed = 5\n{head}\n");
    for (number, agent) in TEAMS[..teams].iter().enumerate() {
        text.push_str(&format!("[[team]]\nname = \"team {number}\"\nagent = \"{agent}\"\n"));
    }
    text + stages
}

pub fn load(text: &str) -> Result<Plan, String> {
    let dir = tempfile::tempdir().expect("a folder");
    let path = dir.path().join("tournament.toml");
    fs::write(&path, text).expect("written");
    Plan::load(&path, false).map_err(|error| error.to_string())
}

pub fn play(plan: &Plan, out: &Path, threads: usize) -> Result<TournamentResult, ArenaError> {
    play_tournament(plan, out, threads, &|_| (), &|| false)
}

pub fn played(text: &str) -> (TournamentResult, TempDir) {
    let plan = load(text).expect("a plan");
    let dir = tempfile::tempdir().expect("a folder");
    let result = play(&plan, dir.path(), 2).expect("plays");
    (result, dir)
}

/// Checks the invariants of every match and table.
fn check(result: &TournamentResult, out: &Path) {
    for stage in &result.stages {
        for report in &stage.matches {
            let id = report.slot.id();
            if report.end == EndKind::Offence {
                let side = report.offence.as_ref().expect("an offence").side;
                assert_eq!((report.vp[side], report.winner), (0, Some(1 - side)), "{id}");
                assert!(report.vp[1 - side] >= 14 && report.mp[side] < 0 && report.mp[1 - side] > 0, "{id}");
            } else {
                assert_eq!(report.vp[0] + report.vp[1], 20, "{id}");
                assert_eq!(report.mp[0] + report.mp[1], 0, "{id}");
            }
            if report.end == EndKind::Points {
                assert_eq!(report.mp[0], report.scores[0] - report.scores[1], "{id}");
            }
            replayed(&out.join("records").join(format!("{id}.jsonl")), report);
        }
        let sum = |of: fn(&MatchReport) -> i64| stage.matches.iter().map(of).sum::<i64>();
        let byes: usize = match stage.format {
            Format::KnockOut => 0,
            _ => stage.byes.len() * if stage.duplicate { 2 } else { 1 },
        };
        let vp: i64 = stage.standings.iter().map(|row| row.vp).sum();
        assert_eq!(vp, sum(|report| report.vp[0] + report.vp[1]) + 12 * byes as i64);
        let (won_points, conceded): (i64, i64) = stage
            .standings
            .iter()
            .map(|row| (row.points_for, row.points_against))
            .fold((0, 0), |sums, row| (sums.0 + row.0, sums.1 + row.1));
        assert_eq!(won_points, conceded);
    }
}

/// Checks that the records of a match replay without error, and that as many hands are finished as in its report.
fn replayed(path: &Path, report: &MatchReport) {
    let mut replayer = Replayer::new(false);
    let text = fs::read_to_string(path).expect("records");
    let mut hands = 0;
    for line in text.lines() {
        let record = replayer
            .feed(line.as_bytes())
            .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let place = record.place.as_ref().expect("a match");
        if place.id == report.slot.id() {
            hands += usize::from(record.result.is_some());
        }
    }
    assert_eq!(hands, report.hands, "{}", path.display());
}

fn files(out: &Path) -> Vec<(String, String)> {
    let mut files: Vec<(String, String)> = [out.to_path_buf(), out.join("records")]
        .iter()
        .flat_map(|folder| fs::read_dir(folder).expect("a folder"))
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.is_file())
        .map(|path| {
            let text = fs::read_to_string(&path).expect("a text");
            (path.display().to_string().replace(&out.display().to_string(), ""), text)
        })
        .collect();
    files.sort();
    files
}

#[test]
fn a_round_robin_gives_twenty_points_a_match_and_sound_records() {
    let stages = "[[stage]]\nformat = \"round_robin\"\nrounds = 2\n";
    let (result, dir) = played(&file("rules = \"cirulla\"", 5, stages));
    check(&result, dir.path());
    let stage = &result.stages[0];
    assert_eq!((stage.matches.len(), stage.rounds), (20, 10));
    assert!(
        stage
            .standings
            .iter()
            .all(|row| row.played == 8 && row.won + row.drawn + row.lost == 8)
    );
    let pairs: Vec<i64> = stage.standings.iter().map(|row| row.vp).collect();
    assert!(pairs.is_sorted_by(|a, b| a >= b), "{pairs:?}");
    let random = stage.standings.iter().find(|row| row.name == "team 2").expect("there");
    assert_eq!(random.rank, 5, "random is last");
    let json: serde_json::Value =
        serde_json::from_str(&fs::read_to_string(dir.path().join("tournament.json")).expect("JSON")).expect("JSON");
    assert_eq!(json["stages"][0]["matches"].as_array().map(Vec::len), Some(20));
    assert_eq!(json["winner"], result.winner.as_str());
}

#[test]
fn the_other_match_of_a_duplicate_encounter_has_the_same_deals() {
    let stages = "[[stage]]\nformat = \"swiss\"\nrounds = 3\nduplicate = true\n";
    let head = "rules = \"scopone_scientifico\"\nlimit = 21\npartners_open = true";
    let (result, dir) = played(&file(head, 7, stages));
    check(&result, dir.path());
    let stage = &result.stages[0];
    assert_eq!((stage.matches.len(), stage.byes.len()), (3 * 3 * 2, 3));
    let deals = |report: &MatchReport| {
        let path = dir.path().join("records").join(format!("{}.jsonl", report.slot.id()));
        let text = fs::read_to_string(path).expect("records");
        let deal = |line: &str| line.split("\"turns\"").next().map(str::to_owned);
        text.lines().filter_map(deal).collect::<Vec<_>>()
    };
    for pair in stage.matches.chunks_exact(2) {
        assert_eq!(pair[0].teams, [pair[1].teams[1], pair[1].teams[0]]);
        let (first, second) = (deals(&pair[0]), deals(&pair[1]));
        let both = first.len().min(second.len());
        assert_eq!(first[..both], second[..both]);
    }
    let mut encounters: Vec<[usize; 2]> = stage.matches.iter().step_by(2).map(|report| report.teams).collect();
    encounters.iter_mut().for_each(|pair| pair.sort_unstable());
    encounters.sort_unstable();
    encounters.dedup();
    assert_eq!(encounters.len(), 9, "nobody meets twice");
    let mut byes: Vec<usize> = stage.byes.iter().map(|&(_, team)| team).collect();
    byes.sort_unstable();
    byes.dedup();
    assert_eq!(byes.len(), 3, "nobody rests twice");
}

/// How often each team dealt first: in total, and against each other team.
fn first_deals(result: &TournamentResult) -> (Vec<i64>, Vec<Vec<i64>>) {
    let teams = result.teams.len();
    let (mut each, mut pairs) = (vec![0; teams], vec![vec![0; teams]; teams]);
    for report in &result.stages[0].matches {
        let side = report.dealer % 2;
        each[report.teams[side]] += 1;
        pairs[report.teams[side]][report.teams[1 - side]] += 1;
    }
    (each, pairs)
}

#[test]
fn everyone_deals_first_as_often_as_the_others() {
    for (rules, teams, rounds) in [("cirulla", 6, 1), ("cirulla", 6, 4), ("scopone", 5, 3), ("scopone", 3, 6)] {
        let stages = format!("[[stage]]\nformat = \"round_robin\"\nhands = 1\nrounds = {rounds}\n");
        let (result, _dir) = played(&file(&format!("rules = \"{rules}\""), teams, &stages));
        let (each, pairs) = first_deals(&result);
        let spread = each.iter().max().unwrap_or(&0) - each.iter().min().unwrap_or(&0);
        assert!(spread <= 1, "{rules}, {teams} teams, {rounds} rounds: {each:?}");
        for (a, b) in (0..teams).flat_map(|a| (0..a).map(move |b| (a, b))) {
            assert!((pairs[a][b] - pairs[b][a]).abs() <= rounds % 2, "{pairs:?}");
        }
        let dealers: Vec<usize> = result.stages[0].matches.iter().map(|report| report.dealer / 2).collect();
        assert_eq!(dealers.contains(&1), rules == "scopone", "the seats of a team take turns");
    }
    for (teams, rounds) in [(6, 5), (7, 6)] {
        let stages = format!("[[stage]]\nformat = \"swiss\"\nhands = 1\nrounds = {rounds}\n");
        let (result, _dir) = played(&file("rules = \"cirulla\"", teams, &stages));
        let (each, _) = first_deals(&result);
        assert!(each.iter().all(|&often| (2..=4).contains(&often)), "{each:?}");
    }
}

#[test]
fn a_knock_out_of_single_hands_goes_on_until_one_is_through() {
    let stages = "[[stage]]\nformat = \"knock_out\"\nhands = 1\n";
    let mut by = Vec::new();
    for seed in 0..12 {
        let text = file("rules = \"scopone\"", 7, stages).replace("seed = 5", &format!("seed = {seed}"));
        let (result, dir) = played(&text);
        check(&result, dir.path());
        let stage = &result.stages[0];
        assert_eq!((stage.matches.len(), stage.rounds), (6, 3));
        assert_eq!(stage.byes, [(0, 0)], "the first seed has the bye");
        for report in &stage.matches {
            let through = report.through.expect("one is through");
            assert!(report.extra.len() <= 3 && report.side_of(through.team).is_some());
            assert_eq!(report.extra.is_empty(), through.by == Decision::MatchPoints);
            let last = report.extra.last();
            if through.by == Decision::LastCapture {
                assert_eq!(report.extra.len(), 3);
                let loser = last.and_then(|hand| hand.last_capture).expect("a capture");
                assert_eq!(report.side_of(through.team), Some(1 - loser));
            }
            by.push(through.by);
        }
        let last = stage.matches.last().and_then(|report| report.through).expect("a final");
        assert_eq!((stage.standings[0].team, stage.standings[0].name == result.winner), (last.team, true));
    }
    assert!(by.contains(&Decision::ExtraHand), "{by:?}");
}

#[test]
fn a_killed_tournament_ends_with_the_same_bytes() {
    let stages = "[[stage]]\nformat = \"swiss\"\nrounds = 2\n[[stage]]\nformat = \"knock_out\"\nteams = 3\nhands = 2\n";
    let text = file("rules = \"cirulla\"", 5, stages);
    let plan = load(&text).expect("a plan");
    let whole = tempfile::tempdir().expect("a folder");
    play(&plan, whole.path(), 1).expect("plays");
    let expected = files(whole.path());

    // A folder as a kill leaves it: some matches in the order of their ends, and an incomplete line.
    let killed = tempfile::tempdir().expect("a folder");
    fs::create_dir(killed.path().join("records")).expect("made");
    for (name, text) in &expected {
        if name.ends_with("plan.json") || name.contains("encounter2-match1") {
            fs::write(killed.path().join(&name[1..]), text).expect("written");
        }
    }
    let lines = fs::read_to_string(whole.path().join("matches.jsonl")).expect("lines");
    let lines: Vec<&str> = lines.lines().collect();
    let lines_left = format!("{}\n{}\n{}", lines[3], lines[1], &lines[0][..40]);
    fs::write(killed.path().join("matches.jsonl"), lines_left).expect("written");
    let new = AtomicUsize::new(0);
    let count = |progress: TournamentProgress<'_>| {
        new.fetch_add(1, Ordering::Relaxed);
        assert!(progress.done <= progress.of);
    };
    play_tournament(&plan, killed.path(), 3, &count, &|| false).expect("plays");
    assert_eq!(new.into_inner(), lines.len() - 2, "what was there is not played again");
    let names: Vec<&String> = expected.iter().map(|(name, _)| name).collect();
    let records = files(killed.path());
    for (name, text) in &expected {
        let same = records.iter().find(|(other, _)| other == name);
        // The test keeps only two files of records; one of them may be missing.
        if !name.contains("round") || same.is_some() {
            assert_eq!(same.map(|(_, text)| text), Some(text), "{name} of {names:?}");
        }
    }

    // Lines that do not fit this plan.
    let path = killed.path().join("matches.jsonl");
    let sound = fs::read_to_string(&path).expect("lines");
    // Restores the records of all matches, since the test kept only some.
    fs::remove_dir_all(killed.path().join("records")).expect("there");
    fs::create_dir(killed.path().join("records")).expect("made");
    for (name, text) in expected.iter().filter(|(name, _)| name.contains("records")) {
        fs::write(killed.path().join(&name[1..]), text).expect("written");
    }
    for (original, instead, reason) in [
        ("\"teams\":[", "\"teams\":[9", "line 1: teams: found 9"),
        ("\"names\":[\"team", "\"names\":[\"other", "line 1: teams or names: found"),
    ] {
        fs::write(&path, sound.replacen(original, instead, 1)).expect("written");
        let error = play(&plan, killed.path(), 1).expect_err(reason).to_string();
        assert!(error.contains("matches.jsonl") && error.contains(reason), "{error}");
    }
    let line = sound.lines().next().expect("a line");
    let mut report: MatchReport = serde_json::from_str(line).expect("a report");
    report.teams.reverse();
    report.names.reverse();
    let turned = serde_json::to_string(&report).expect("JSON");
    fs::write(&path, sound.replacen(line, &turned, 1)).expect("written");
    let error = play(&plan, killed.path(), 1).expect_err("teams").to_string();
    assert!(error.contains("line 1: records") && error.contains("note: found"), "{error}");
    fs::write(&path, &sound).expect("written");
    let records = killed.path().join("records/stage1-round1-encounter1-match1.jsonl");
    fs::remove_file(&records).expect("there");
    let error = play(&plan, killed.path(), 1).expect_err("records").to_string();
    assert!(error.contains("line 1: slot: found no records"), "{error}");

    let other = load(&text.replace("seed = 5", "seed = 6")).expect("a plan");
    let error = play(&other, killed.path(), 1).expect_err("another tournament").to_string();
    assert!(error.contains("plan.json") && error.contains("another tournament: `"), "{error}");
}

#[test]
fn what_does_not_fit_is_named() {
    let stage = "[[stage]]\nformat = \"round_robin\"\n";
    for (text, reason) in [
        (file("rules = \"cirulla\"", 1, stage), "at least 2, found 1"),
        (file("rules = \"cirulla\"", 3, ""), "stage"),
        (file("rules = \"scopone_messina\"", 3, stage), "2 sides, found 3"),
        (file("rules = \"cirulla\"\nlimit = 100", 3, stage), "a limit of [7, 11"),
        (file("rules = \"cirulla\"\nlimit = 30", 3, stage), "found limit: 30 points,"),
        (
            file("rules = \"cirulla\"", 3, stage).replace("team 1", "team\\t1"),
            "name: expected no control characters",
        ),
        (file("rules = \"cirulla\"\nlimit = 51\nhands = 6", 3, stage), "found both"),
        (file("rules = \"cirulla\"", 3, "[[stage]]\nformat = \"swiss\"\n"), "rounds"),
        (file("rules = \"cirulla\"", 3, "[[stage]]\nformat = \"swiss\"\nrounds = 4\n"), "1 to 3, found 4"),
        (file("rules = \"cirulla\"", 3, "[[stage]]\nformat = \"knock_out\"\nteams = 4\n"), "2 to 3, found 4"),
        (
            file("rules = \"cirulla\"", 2, stage) + "[[team]]\nname = \"team 1\"\nagent = \"random\"",
            "no other team",
        ),
        (file("rules = \"cirulla\"", 2, stage) + "[[team]]\nname = \"x\"\n", "`agent` or `agents`"),
        (
            file("rules = \"scopone\"", 2, stage) + "[[team]]\nname = \"x\"\nagents = [\"random\"]",
            "expected 2, one per seat",
        ),
        (
            file("rules = \"cirulla\"", 2, stage) + "[[team]]\nname = \"x\"\nagent = \"net:net=nowhere\"",
            "team \"x\"",
        ),
    ] {
        let error = load(&text).expect_err(reason);
        assert!(error.contains(reason) && error.contains("tournament.toml"), "{reason}: {error}");
    }
}

#[test]
fn every_tournament_file_loads() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut loaded = 0;
    for entry in fs::read_dir(root.join("configs/tournament")).expect("a folder") {
        let path = entry.expect("an entry").path();
        // Programs are named with their paths from the root.
        let text = fs::read_to_string(&path).expect("a file");
        let text = text.replace(" notebooks/", &format!(" {}/notebooks/", root.display()));
        Plan::new(toml::from_str(&text).expect("a tournament")).expect("a plan");
        loaded += 1;
    }
    assert!(loaded >= 1);
}

/// Six programs and agents at one table: the kinds of failure that a tournament must survive.
pub const BOT: &str = r#"
import json, sys, time
mode = sys.argv[1]
asked = 0
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print(json.dumps({"type": "ready", "id": message["id"], "protocol": 1, "name": mode}), flush=True)
    elif message["type"] == "act":
        if mode == "absent": sys.exit(1)
        asked += 1
        action = message["legal"][0]
        if asked > 60:
            if mode == "crash": sys.exit(1)
            if mode == "slow": time.sleep(600)
            if mode == "cheat": action = "Kd x Kc Ks Kb"
        print(json.dumps({"type": "action", "id": message["id"], "action": action}), flush=True)
"#;

#[test]
fn programs_that_fail_lose_their_matches_and_nothing_else() {
    let bots = tempfile::tempdir().expect("a folder");
    let bot = bots.path().join("bot.py");
    fs::write(&bot, BOT).expect("written");
    let mut text = "name = \"six\"\nseed = 2\nrules = \"cirulla\"\n".to_owned();
    for (name, agent) in [("greedy", "greedy"), ("formula", "formula")] {
        text.push_str(&format!("[[team]]\nname = \"{name}\"\nagent = \"{agent}\"\n"));
    }
    for mode in ["crash", "slow", "cheat", "absent"] {
        let command = format!("python3 '{}' {mode}", bot.display());
        // Sound programs may be slow on a busy machine; the slow one must time out soon.
        let millis = if mode == "slow" { 400 } else { 5000 };
        text.push_str(&format!(
            "[[team]]\nname = \"{mode}\"\nagent = {{ type = \"external\", command = \"{command}\", millis = {millis} }}\n"
        ));
    }
    text.push_str("[[stage]]\nformat = \"round_robin\"\n[[stage]]\nformat = \"knock_out\"\nhands = 6\n");
    let (result, dir) = played(&text);
    check(&result, dir.path());
    let table = &result.stages[0].standings;
    assert!(table.iter().all(|row| row.played == 5));
    assert!(["greedy", "formula"].contains(&table[0].name.as_str()) && table[0].forfeits == 0);
    let absent = table.iter().find(|row| row.name == "absent").expect("there");
    assert_eq!((absent.forfeits, absent.vp), (5, 0), "who is not there has nothing");
    assert_eq!(table.last().map(|row| row.rank), Some(6));
    for mode in ["crash", "slow", "cheat"] {
        let row = table.iter().find(|row| row.name == mode).expect("there");
        assert!(row.forfeits > 0, "{mode}");
    }
    let whats: Vec<&str> = result.stages[0]
        .matches
        .iter()
        .filter_map(|report| report.offence.as_ref().map(|offence| offence.what.as_str()))
        .collect();
    for what in ["exit status: 1", "no answer within 400 ms", "`Kd x Kc Ks Kb`, which is not legal"] {
        assert!(whats.iter().any(|text| text.contains(what)), "{what}: {whats:?}");
    }
    assert!(["greedy", "formula"].contains(&result.winner.as_str()));
}
