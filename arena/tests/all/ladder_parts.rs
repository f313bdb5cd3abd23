//! Parts of ladders: played in any order, by machines that may be lost, they give the files of one run.

use std::fs;
use std::path::{Path, PathBuf};

use spariglio_arena::studies::ladder::{LadderResult, Settings, missing, play};

const LADDER: &str = r#"
    title = "A ladder"
    rules = "scopa"
    seed = 4
    [[row]]
    name = "first"
    agents = ["greedy", "random", "formula", "random"]
    hands = 100
    [[row]]
    name = "second"
    agents = ["greedy", { agent = "ismcts:simulations=4", hands = 30 }]
    rules = "scopone"
    hands = 100
"#;

/// A part of all deals.
fn settings(part: &str) -> Settings {
    Settings { part: part.parse().expect("a part"), ..Settings::default() }
}

/// The result without times of decisions.
fn timeless(out: &Path) -> LadderResult {
    let mut result = LadderResult::load(&out.join("ladder_x.json"))
        .expect("reads")
        .expect("is there");
    for pair in result.rows.iter_mut().flat_map(|row| &mut row.pairs) {
        assert!(pair.figures.time.take().is_some_and(|time| time.agents[0].decisions > 0));
        pair.sums.clocked = None;
    }
    result
}

struct Place {
    dir: tempfile::TempDir,
    files: [PathBuf; 1],
}

impl Place {
    fn new(ladder: &str) -> Place {
        let dir = tempfile::tempdir().expect("a folder");
        let file = dir.path().join("ladder_x.toml");
        fs::write(&file, ladder).expect("written");
        Place { dir, files: [file] }
    }

    fn out(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    fn play(&self, out: &str, part: &str) -> Result<Vec<PathBuf>, String> {
        play(&self.files, &self.out(out), &settings(part), &|_| (), &|| false).map_err(|error| error.to_string())
    }
}

#[test]
fn a_ladder_in_parts_gives_the_figures_of_one_run() {
    let place = Place::new(LADDER);
    place.play("one", "1/1").expect("plays");
    // Part 3 is lost, part 2 is there twice, and 1/2 has the deals of 1/4 too.
    for part in ["4/4", "2/4", "1/2", "1/4", "2/4"] {
        let file = place.play("parts", part).expect("plays").remove(0);
        assert!(file.ends_with(format!("ladder_x.json.{}.part", part.replace('/', "-of-"))), "{}", file.display());
    }
    let out = place.out("parts");
    assert!(!out.join("ladder_x.json").exists());
    let count = missing(&place.files, &out, &Settings::default()).expect("agents").len();
    assert_eq!(count, 5 + 1, "two of the six pairs of the first row have the same agents");
    place.play("parts", "1/1").expect("plays");
    assert_eq!(timeless(&place.out("one")), timeless(&out));
    let names = fs::read_dir(&out)
        .expect("there")
        .map(|entry| entry.expect("an entry").file_name());
    assert_eq!(names.collect::<Vec<_>>(), ["ladder_x.json"]);
    assert!(missing(&place.files, &out, &Settings::default()).expect("agents").is_empty());
}

#[test]
fn all_parts_leave_nothing_to_play() {
    let place = Place::new(LADDER);
    for part in ["1/3", "2/3", "3/3"] {
        place.play("parts", part).expect("plays");
    }
    // A run that is stopped adds them up, as it has nothing to play.
    play(&place.files, &place.out("parts"), &Settings::default(), &|_| (), &|| true).expect("adds up");
    place.play("one", "1/1").expect("plays");
    assert_eq!(timeless(&place.out("one")), timeless(&place.out("parts")));
}

#[test]
fn what_cannot_be_added_is_named() {
    let place = Place::new(&LADDER.replace("\"formula\"", "\"external:command=none\""));
    let error = place.play("parts", "1/2").expect_err("a program");
    assert!(error.contains("row \"first\": a program takes part, so it cannot be played in parts"), "{error}");
    let place = Place::new(LADDER);
    let file = place.play("parts", "1/2").expect("plays").remove(0);
    let text = fs::read_to_string(&file).expect("read");
    let changed = text.replacen("\"deals\":[[0,", "\"deals\":[[1,", 1);
    assert_ne!(changed, text);
    fs::write(&file, changed).expect("written");
    let error = place.play("parts", "1/1").expect_err("changed");
    assert!(error.contains("ladder_x.json.1-of-2.part: "), "{error}");
}
