//! Names from files and programs on every kind of page: they stay text, on a terminal, in Markdown and in HTML.

use std::fs;
use std::path::Path;

use serde_json::json;
use spariglio_agents::AgentSpec;
use spariglio_arena::matches::arena::Matches;
use spariglio_arena::studies::ladder::{Settings, play};
use spariglio_arena::tournaments::{Plan, TournamentResult, play_tournament};
use spariglio_arena::{ArenaConfig, Contest, Entrant, Nobody, round_robin};
use spariglio_engine::Game;
use spariglio_files::metrics::{Line, MatchLine};
use spariglio_files::sealed;
use spariglio_report::{self as report, Language, ladder, matches, review, tournament};
use spariglio_review::ReviewConfig;

use crate::support;

const NAME: &str = "<script>|*a*`b`_[c](d)\u{1b}[31m\u{202e}\r\n# e\u{7}";

/// No sign of `text` moves the cursor or turns the text.
fn safe(text: &str) {
    let is_bad = |letter: char| letter.is_control() && letter != '\n' || matches!(letter, '\u{202a}'..='\u{202e}');
    assert!(!text.contains(is_bad), "{text:?}");
}

/// Text on a terminal: names end no line either.
fn safe_text(text: &str) {
    safe(text);
    assert!(text.contains("<script>|*a*`b`_[c](d)\\u{1b}[31m") && !text.contains("\n# e"), "{text}");
}

/// Markdown with the name, as text or as code.
fn safe_markdown(text: &str) {
    safe(text);
    let forms = ["&lt;script>\\|\\*a\\*\\`b\\`\\_\\[c\\](d)\\\\u{1b}\\[", "`<script>\\|*a*'b'_[c](d)\\u{1b}["];
    assert!(forms.iter().any(|form| text.contains(form)) && !text.contains("\n# e"), "{text}");
    let bare = |line: &str| line.split('`').step_by(2).any(|part| part.contains("<script"));
    let mut in_code = false;
    for line in text.lines() {
        in_code ^= line.starts_with("```");
        assert!(in_code || !bare(line), "{line}");
    }
}

/// All pages of the report of `source`.
fn safe_report(source: &Path, out: &Path) {
    report::write(source, Some(out)).expect("written");
    support::whole(out);
    safe_markdown(&fs::read_to_string(out.join("report.md")).expect("read"));
    safe(&fs::read_to_string(out.join("report.html")).expect("read"));
    for entry in fs::read_dir(out.join("report")).into_iter().flatten() {
        let path = entry.expect("a file").path();
        if path.extension().is_some_and(|end| end == "svg") {
            let text = fs::read_to_string(path).expect("text");
            safe(&text);
            assert!(!text.contains("<script"), "{text}");
        }
    }
}

fn entrants() -> [Entrant; 3] {
    ["random", "greedy", "formula"].map(|text| Entrant::new(AgentSpec::parse(text).expect("an agent")))
}

/// Hostile names, one for each place.
fn names(count: usize) -> Vec<String> {
    (0..count).map(|place| format!("{NAME}{place}")).collect()
}

#[test]
fn names_in_an_arena_stay_text() {
    let dir = tempfile::tempdir().expect("a folder");
    let game = Game::preset("cirulla").expect("a preset");
    let config = ArenaConfig { hands: 100, ..ArenaConfig::default() };
    let mut result = round_robin(&game, &entrants(), &config).expect("plays");
    result.head.names = names(3);
    result.head.command = Some(format!("spariglio arena {}", NAME.replace("\r\n", "")));
    let file = dir.path().join("x\u{1b}[31m<script>.json");
    result.write(&file).expect("written");
    safe_report(&file, &dir.path().join("out"));
    safe_text(&report::arena::text(&result));
    // A run shows it beside its evaluations.
    let run = dir.path().join("run");
    fs::create_dir_all(run.join("arena")).expect("made");
    fs::rename(&file, run.join("arena/final.json")).expect("moved");
    let line = Line::Eval(MatchLine { opponent: NAME.to_owned(), ..MatchLine::default() });
    fs::write(run.join("metrics.jsonl"), line.text()).expect("written");
    fs::write(run.join("run.toml"), format!("# {}", NAME.replace("\r\n", ""))).expect("written");
    safe_report(&run, &dir.path().join("of_run"));
}

#[test]
fn names_in_matches_stay_text() {
    let dir = tempfile::tempdir().expect("a folder");
    let game = Game::preset("scopa").expect("a preset");
    let config = ArenaConfig { hands: 16, seed: 4, ..ArenaConfig::default() };
    let entrants = entrants();
    let contest = Contest::<Matches>::round_robin(&game, &entrants, &config);
    let mut result = contest.play(None, &Nobody).expect("played");
    result.head.names = names(3);
    let file = dir.path().join("matches.json");
    result.write(&file).expect("written");
    safe_report(&file, &dir.path().join("out"));
    safe_text(&matches::text(&result));
}

#[test]
fn names_in_a_tournament_stay_text() {
    let dir = tempfile::tempdir().expect("a folder");
    let mut text = "name = \"The Cup\"\nrules = \"cirulla\"\nseed = 2\n".to_owned();
    for agent in ["greedy", "formula", "random"] {
        text.push_str(&format!("[[team]]\nname = \"{agent} team\"\nagent = \"{agent}\"\n"));
    }
    text.push_str("[[stage]]\nformat = \"round_robin\"\nrounds = 1\n[[stage]]\nformat = \"knock_out\"\nteams = 2\n");
    let file = dir.path().join("cup.toml");
    fs::write(&file, text).expect("written");
    let plan = Plan::load(&file, false).expect("a plan");
    let result = play_tournament(&plan, dir.path(), 2, &|_| (), &|| false).expect("plays");
    let mut text = sealed::to_json(&result).expect("JSON");
    for old in ["The Cup", "greedy team", "formula team", "random team"] {
        let name = json!(format!("{NAME}{old}")).to_string();
        text = text.replace(old, name.trim_matches('"'));
    }
    // The names are sealed, so no file can have others.
    fs::write(dir.path().join("tournament.json"), &text).expect("written");
    assert!(report::write(dir.path(), None).is_err(), "a changed result");
    let result: TournamentResult = serde_json::from_str(&text).expect("a result");
    safe_text(&tournament::text(&result));
    safe_markdown(&tournament::markdown(&result));
}

#[test]
fn names_in_a_ladder_stay_text() {
    let dir = tempfile::tempdir().expect("a folder");
    let name = json!(NAME);
    let agents = format!("[{{ agent = \"greedy\", name = {name} }}, \"random\", \"formula\"]");
    let text = format!(
        "title = {name}\nabout = {name}\nrules = \"scopa\"\nseed = 4\n[[row]]\nname = {name}\nagents = {agents}\n\
         hands = 40\nnote = {name}\npublished = {name}\n"
    );
    let file = dir.path().join("ladder_x.toml");
    fs::write(&file, text).expect("written");
    play(&[file], dir.path(), &Settings::default(), &|_| (), &|| false).expect("plays");
    let page = ladder::markdown(dir.path()).expect("a page");
    safe_markdown(&page.replace("\n# e", ""));
    assert_eq!(page.matches("\n# e").count(), 1, "the introduction may have formats: {page}");
}

#[test]
fn names_in_a_review_stay_text() {
    let config = ReviewConfig::default();
    let review = review::Review {
        name: NAME.to_owned(),
        reviewer: NAME.to_owned(),
        config: &config,
        of: 1,
        hands: &[],
        worst: 5,
        cards: report::cards::Style::default(),
        language: Language::English,
    };
    safe_text(&review::text(&review));
    let page = review::html(&review);
    safe(&page);
    assert!(page.contains("&lt;script&gt;") && !page.contains("<script>|"), "{page}");
}
