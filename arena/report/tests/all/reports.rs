//! Reports of a run directory and of results: with everything, with little, and with broken files.

use crate::support;

use std::fs;
use std::path::Path;

use spariglio_agents::AgentSpec;
use spariglio_arena::tournaments::{EndKind, Plan, play_tournament};
use spariglio_arena::{ArenaConfig, ArenaResult, Entrant, round_robin};
use spariglio_engine::Game;
use spariglio_files::Lock;
use spariglio_files::metrics::{GateLine, LearningLine, Line, MatchLine};
use spariglio_files::sealed;
use spariglio_report::{self as report, tournament};
use spariglio_stats::ratings::Misfit;
use spariglio_stats::{SprtConfig, SprtUnit};

fn arena() -> ArenaResult {
    let game = Game::preset("cirulla").expect("a preset");
    let config = ArenaConfig { hands: 200, seed: 1, threads: 2, ..ArenaConfig::default() };
    let entrants = ["random", "greedy", "ismcts:simulations=4"].map(|text| Entrant {
        name: text.starts_with("ismcts").then(|| "ismcts <4>".to_owned()),
        ..Entrant::new(AgentSpec::parse(text).expect("an agent"))
    });
    round_robin(&game, &entrants, &config).expect("plays")
}

fn metrics() -> String {
    let mut lines = Vec::new();
    for generation in 1..=3 {
        for step in 1..=20 {
            let loss = 2.0 / (generation * 20 + step) as f64;
            lines.push(Line::Learning(LearningLine {
                generation: generation as u32,
                decisions: (generation - 1) * 20 + step,
                entropy: loss,
                ..LearningLine::default()
            }));
        }
        let result = MatchLine {
            generation: generation as u32,
            opponent: "random".to_owned(),
            mean: generation as f64 + 0.5,
            standard_error: 0.2,
            hands: 500,
            ..MatchLine::default()
        };
        lines.push(Line::Eval(result.clone()));
        lines.push(Line::Gate(GateLine { result, incumbent: 0, accepted: generation != 2 }));
    }
    lines.iter().map(Line::text).collect()
}

fn write_run(dir: &Path) {
    fs::create_dir(dir.join("arena")).expect("made");
    let json = arena().to_json().expect("JSON");
    fs::write(dir.join("arena/final.json"), json).expect("written");
    fs::write(dir.join("arena/other.json"), "{\"kind\":\"gate\"}").expect("written");
    fs::write(dir.join("metrics.jsonl"), metrics()).expect("written");
    fs::write(dir.join("run.toml"), "rules = \"cirulla\" # <&>\n").expect("written");
}

#[test]
fn a_whole_run_has_tables_and_pictures_and_no_links() {
    let dir = tempfile::tempdir().expect("a folder");
    write_run(dir.path());
    let page = fs::read_to_string(report::write(dir.path(), None).expect("written")).expect("read");
    for expected in [
        "Cross table",
        "Rating list",
        "Claims",
        "of 3 claims hold.",
        "<summary>All 3 claims</summary>",
        "Of 100 hands ",
        "href=\"#section-1\"",
        "against random",
        "Convergence",
        "Decisions of the gate",
        "Learning curve",
        "policy: entropy, nats",
        "accepted",
        "rejected",
        "&lt;&amp;&gt;",
    ] {
        assert!(page.contains(expected), "{expected} is missing");
    }
    assert!(page.contains("ismcts &lt;4&gt;") && !page.contains("<4>"));
    support::whole(dir.path());
    for picture in ["cross_table", "ratings", "convergence", "margins", "learning_curve", "gates", "learning"] {
        let svg = fs::read_to_string(dir.path().join(format!("report/{picture}.svg"))).expect(picture);
        assert!(!svg.contains("<4>"), "{picture}");
    }
}

#[test]
fn two_processes_do_not_write_one_page() {
    let dir = tempfile::tempdir().expect("a folder");
    let file = dir.path().join("three.json");
    fs::write(&file, arena().rated().to_json().expect("JSON")).expect("written");
    let unfinished = dir.path().join("three/report/ratings.svg.1.tmp");
    fs::create_dir_all(unfinished.parent().expect("a folder")).expect("made");
    fs::write(&unfinished, "<svg").expect("written");
    let lock = Lock::of_file(&dir.path().join("three/report.html")).expect("locked");
    let error = report::write(&file, None).expect_err("the page is locked").to_string();
    assert!(error.contains("another process is working here") && unfinished.exists(), "{error}");
    drop(lock);
    report::write(&file, None).expect("written");
    assert!(!unfinished.exists());
}

#[test]
fn a_result_becomes_a_page_beside_it() {
    let dir = tempfile::tempdir().expect("a folder");
    let mut arena = arena();
    arena.head.complete = false;
    arena.head.command = Some("spariglio arena --agents 'a|b'".to_owned());
    arena.pairs.remove(1);
    let arena = arena.rated();
    let file = dir.path().join("three.json");
    fs::write(&file, arena.to_json().expect("JSON")).expect("written");
    let page = report::write(&file, None).expect("written");
    assert_eq!(page, dir.path().join("three/report.html"));
    let out = dir.path().join("elsewhere");
    report::write(&file, Some(&out)).expect("written");
    support::whole(&out);
    let text = fs::read_to_string(out.join("report.md")).expect("read");
    let margin = format!("{:+.3}", arena.pairs[0].figures.margin.mean);
    for expected in [
        "# Arena three",
        "stopped before",
        "ismcts &lt;4>",
        "a|b",
        arena.figures.fingerprint.as_str(),
        &margin,
    ] {
        assert!(text.contains(expected), "{expected} is missing: {text}");
    }
    assert!(arena.pairs[0].figures.margin.mean < 0.0 && !text.contains('\u{2212}'), "plain minus signs");
    assert!(!text.contains("Sequential test") && !text.contains("Forfeits") && !text.contains("Time per decision"));
}

#[test]
fn a_sequential_test_of_two_agents_has_its_path_and_no_ratings() {
    let game = Game::preset("scopa").expect("a preset");
    let config = ArenaConfig {
        hands: 4000,
        sprt: Some(SprtConfig { unit: SprtUnit::Points, difference: 1.0, alpha: 0.05, beta: 0.05 }),
        ..ArenaConfig::default()
    };
    let entrants = ["greedy", "random"].map(|text| Entrant::new(AgentSpec::parse(text).expect("an agent")));
    let arena = round_robin(&game, &entrants, &config).expect("plays");
    let dir = tempfile::tempdir().expect("a folder");
    let file = dir.path().join("test.json");
    fs::write(&file, arena.to_json().expect("JSON")).expect("written");
    report::write(&file, None).expect("written");
    let folder = dir.path().join("test");
    support::whole(&folder);
    let text = fs::read_to_string(folder.join("report.md")).expect("read");
    assert!(text.contains("| verdict | **greedy is better** |"), "{text}");
    assert!(!text.contains("Rating list") && !text.contains("Cross table"));
    assert!(folder.join("report/sprt.png").exists());
}

#[test]
fn sets_that_all_cancel_are_said_so() {
    let game = Game::preset("cirulla").expect("a preset");
    let config = ArenaConfig { hands: 100, ..ArenaConfig::default() };
    let entrants = ["greedy", "greedy"].map(|text| Entrant::new(AgentSpec::parse(text).expect("an agent")));
    let arena = round_robin(&game, &entrants, &config).expect("plays");
    let dir = tempfile::tempdir().expect("a folder");
    let file = dir.path().join("same.json");
    fs::write(&file, arena.to_json().expect("JSON")).expect("written");
    report::write(&file, Some(dir.path())).expect("written");
    support::whole(dir.path());
    let text = fs::read_to_string(dir.path().join("report.md")).expect("read");
    assert!(text.contains("every set cancelled") && !text.contains("alike"), "{text}");
    assert!(!dir.path().join("report/convergence.svg").exists());
}

#[test]
fn a_tournament_has_tables_and_a_bracket() {
    let dir = tempfile::tempdir().expect("a folder");
    let mut text = "name = \"Cup <1>\"\nrules = \"cirulla\"\nseed = 2\n".to_owned();
    for team in ["greedy", "formula", "random", "cicuti", "greedy-take"] {
        text.push_str(&format!("[[team]]\nname = \"{team} team\"\nagent = \"{team}\"\n"));
    }
    text.push_str(
        "[[stage]]\nformat = \"round_robin\"\nrounds = 1\n[[stage]]\nformat = \"knock_out\"\nteams = 4\nhands = 2\n",
    );
    let file = dir.path().join("cup.toml");
    fs::write(&file, text).expect("written");
    let plan = Plan::load(&file, false).expect("a plan");
    let result = play_tournament(&plan, dir.path(), 2, &|_| (), &|| false).expect("plays");
    let page = report::write(dir.path(), None).expect("written");
    support::whole(dir.path());
    let page = fs::read_to_string(page).expect("read");
    assert!(page.contains("Cup &lt;1&gt;") && page.contains(&result.winner));
    let text = fs::read_to_string(dir.path().join("report.md")).expect("read");
    for standing in result.stages.iter().flat_map(|stage| &stage.standings) {
        let row = format!("| {} | {} | {} |", standing.name, standing.rank, standing.played);
        assert!(text.contains(&row), "{row}: {text}");
    }
    let wins = format!("{} wins: ", result.winner);
    assert!(page.contains(&wins) && page.contains("in the last round"), "{wins}");
    let tables = tournament::text(&result);
    assert!(tables.contains("Stage 1: round robin, 5 rounds") && tables.contains("rank and team"), "{tables}");
    assert!(tournament::markdown(&result).starts_with("# Tournament Cup &lt;1>\n"));
    assert!(dir.path().join("report/bracket.png").exists());
    let json = dir.path().join("tournament.json");
    let mut altered: serde_json::Value = serde_json::from_slice(&fs::read(&json).expect("read")).expect("JSON");
    altered["teams"] = serde_json::json!([]);
    altered.as_object_mut().expect("an object").remove("seal");
    fs::write(&json, sealed::to_json(&altered).expect("JSON")).expect("written");
    let error = report::write(dir.path(), None).expect_err("no teams").to_string();
    assert!(error.contains("tournament.json") && error.contains("teams: found 0, must be at least 2"), "{error}");
}

#[test]
fn a_verdict_says_what_it_means() {
    let game = Game::preset("scopa").expect("a preset");
    let config = ArenaConfig { hands: 100, ..ArenaConfig::default() };
    let entrants = ["greedy", "random"].map(|text| Entrant::new(AgentSpec::parse(text).expect("an agent")));
    let mut arena = round_robin(&game, &entrants, &config).expect("plays");
    for (interval, is_open) in [([0.5, 0.9], false), ([-0.2, 0.3], true)] {
        arena.pairs[0].figures.margin.interval = Some(interval);
        let text = report::arena::text(&arena);
        let won = {
            let [win, _, loss] = arena.pairs[0].figures.outcomes.all().map(|share| share.mean);
            format!("Of 100 hands greedy wins {win:.0} and random {loss:.0}.")
        };
        assert!(text.contains(&won), "{won}: {text}");
        assert_eq!(text.contains("A difference below about 0.25 points per hand needs more hands."), is_open, "{text}");
    }
}

#[test]
fn shutouts_and_forfeits_are_marked_where_victory_points_are() {
    let dir = tempfile::tempdir().expect("a folder");
    let text = "name = \"Cup\"\nrules = \"scopone\"\nseed = 2\nteam = [{ name = \"A\", agent = \"greedy\" }, \
                { name = \"B\", agent = \"random\" }]\nstage = [{ format = \"round_robin\", hands = 1 }]\n";
    let file = dir.path().join("cup.toml");
    fs::write(&file, text).expect("written");
    let plan = Plan::load(&file, false).expect("a plan");
    let mut result = play_tournament(&plan, dir.path(), 1, &|_| (), &|| false).expect("plays");
    let endings = ["ended by a shutout", "a forfeit"];
    assert!(endings.iter().all(|words| !tournament::text(&result).contains(words)));
    for (end, sign, words) in [(EndKind::Shutout, " S", endings[0]), (EndKind::Offence, " F", endings[1])] {
        let played = &mut result.stages[0].matches[0];
        played.end = end;
        let score = format!("{}–{}{sign}", played.scores[0], played.scores[1]);
        let text = tournament::text(&result);
        assert!(text.contains(&score) && text.contains(words), "{score}: {text}");
    }
}

#[test]
fn neighbours_are_not_compared_where_the_fit_is_rejected() {
    let mut arena = arena();
    for (p, is_compared) in [(0.5, true), (1e-9, false)] {
        let pool = arena.figures.pool.as_mut().expect("a pool");
        let misfit = Some(Misfit { chi_square: 1.0, freedom: 1, p });
        [pool.points.misfit, pool.win.misfit] = [misfit, misfit];
        let text = report::arena::text(&arena);
        assert_eq!(text.contains("better than the next"), is_compared, "{text}");
        assert_eq!(text.contains("chance that it is"), is_compared, "{text}");
        assert_eq!(text.contains("the fit is rejected"), !is_compared, "{text}");
    }
}

#[test]
fn what_a_run_lacks_is_left_out() {
    let dir = tempfile::tempdir().expect("a folder");
    let line = Line::Eval(MatchLine::default()).text();
    fs::write(dir.path().join("metrics.jsonl"), line).expect("written");
    let page = fs::read_to_string(report::write(dir.path(), None).expect("written")).expect("read");
    assert!(page.contains("Learning curve") && !page.contains("Rating list"));
}

#[test]
fn results_survive_their_file() {
    let arena = arena();
    let json = arena.to_json().expect("JSON");
    let value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(ArenaResult::from_value(Path::new("x.json"), value).expect("reads"), arena);
}

#[test]
fn the_text_for_a_terminal_holds_every_pair() {
    let text = report::arena::text(&arena());
    for part in ["Cross table", "random – greedy", "random – ismcts <4>", "greedy – ismcts <4>", "Behaviour"] {
        assert!(text.contains(part), "{text}");
    }
}

#[test]
fn few_sets_and_sets_that_cancel_have_no_interval() {
    let game = Game::preset("scopa").expect("a preset");
    for (agents, hands, words) in [
        (["greedy", "random"], 8, "(too few sets to say)"),
        (["greedy", "greedy"], 8, "(too few sets to say)"),
        (["greedy", "greedy"], 16, "(every set cancelled)"),
    ] {
        let config = ArenaConfig { hands, ..ArenaConfig::default() };
        let entrants = agents.map(|text| Entrant::new(AgentSpec::parse(text).expect("an agent")));
        let arena = round_robin(&game, &entrants, &config).expect("plays");
        assert_eq!(arena.pairs[0].figures.margin.interval, None);
        let dir = tempfile::tempdir().expect("a folder");
        let file = dir.path().join("few.json");
        let json = arena.to_json().expect("JSON");
        assert!(json.contains("\"interval\":null"), "{json}");
        fs::write(&file, json).expect("written");
        report::write(&file, None).expect("written");
        let text = fs::read_to_string(dir.path().join("few/report.md")).expect("read");
        assert!(text.contains(words), "{text}");
        assert!(hands == 16 || !text.contains('±') && !text.contains("×"), "{text}");
    }
}

#[test]
fn broken_input_is_named() {
    let dir = tempfile::tempdir().expect("a folder");
    let error = |path: &Path| report::write(path, None).expect_err("broken").to_string();
    assert!(error(dir.path()).contains("nothing to report"));
    assert!(error(&dir.path().join("missing")).contains("missing"));
    fs::create_dir(dir.path().join("arena")).expect("made");
    fs::write(dir.path().join("arena/final.json"), "{\"kind\":\"arena\"}").expect("written");
    let message = error(dir.path());
    assert!(
        message.contains("final.json") && message.contains("expected this field, found nothing"),
        "{message}"
    );
}
