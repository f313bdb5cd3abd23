//! Pieces of ladders: played in any order, by machines that may be lost, they give the files of one run.

use std::fs;
use std::path::Path;

use spariglio_arena::studies::Piece;
use spariglio_arena::studies::ladder::{LadderResult, Ladders, Settings, play};

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

/// Plays all pieces, the last one first. The study is opened again after every third piece, as after a kill.
fn play_pieces(open: impl Fn() -> Ladders) -> usize {
    let mut count = 0;
    loop {
        let mut study = open();
        let pieces = study.missing().expect("agents that can be built");
        if pieces.is_empty() {
            return count;
        }
        for piece in pieces.iter().rev().take(3) {
            let sent = serde_json::to_string(piece).expect("text keys");
            let received: Piece = serde_json::from_str(&sent).expect("the piece");
            let figures = received.play(1).expect("plays");
            let progress = study.add(piece, &figures).expect("fits");
            assert!(progress.played > 0 && progress.played <= progress.of, "{progress:?}");
            let twice = study.add(piece, &figures).expect_err("added twice").to_string();
            assert!(twice.contains(&piece.title) || twice.contains("played twice"), "{twice}");
            count += 1;
        }
    }
}

#[test]
fn a_ladder_in_pieces_gives_the_figures_of_one_run() {
    let dir = tempfile::tempdir().expect("a folder");
    let file = dir.path().join("ladder_x.toml");
    fs::write(&file, LADDER).expect("written");
    let [one, other] = ["one", "other"].map(|name| dir.path().join(name));
    let files = [file];
    let played = |out: &Path| play(&files, out, &Settings::default(), &|_| (), &|| false).expect("plays");
    played(&one);
    let open = || Ladders::open(&files, &other, Settings::default(), 4).expect("opens");
    // Two of the six pairs of the first row have the same agents.
    assert_eq!(play_pieces(open), 5 * 4 + 4);
    assert!(!other.join("ladder_x.json.partial").exists());
    let timeless = |out: &Path| {
        let mut result = LadderResult::load(&out.join("ladder_x.json"))
            .expect("reads")
            .expect("is there");
        for pair in result.rows.iter_mut().flat_map(|row| &mut row.pairs) {
            assert!(pair.figures.time.take().is_some_and(|time| time.agents[0].decisions > 0));
            pair.sums.clocked = None;
        }
        result
    };
    assert_eq!(timeless(&one), timeless(&other));
}

#[test]
fn a_piece_that_does_not_fit_is_named() {
    let dir = tempfile::tempdir().expect("a folder");
    let file = dir.path().join("ladder_x.toml");
    fs::write(&file, LADDER.replace("\"formula\"", "\"net\"")).expect("written");
    let mut study = Ladders::open(&[file], &dir.path().join("out"), Settings::default(), 1).expect("opens");
    let pieces = study.missing().expect("agents");
    let piece = pieces
        .iter()
        .find(|piece| piece.agents[0] == "net")
        .expect("a piece of the network");
    let mut other = piece.clone();
    other.made_of[0][0].is = "0000".to_owned();
    let error = other.play(1).expect_err("another network").to_string();
    assert!(error.contains(&piece.title) && error.contains("0000"), "{error}");
    let figures = pieces[0].play(1).expect("plays");
    let error = study.add(piece, &figures).expect_err("another pair").to_string();
    assert!(error.contains("other agents or deals"), "{error}");
    let later = Piece { pair: "0000".to_owned(), ..pieces[0].clone() };
    let error = study.add(&later, &figures).expect_err("no pair").to_string();
    assert!(error.contains("no missing pair of the ladder"), "{error}");
}
