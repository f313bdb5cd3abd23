//! Files of hand records: each line is either refused with an error that is safe to show, or read. If it is read, the
//! record is written and reads back as the same.

use std::sync::Arc;

use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::SeedableRng;
use spariglio_engine::Game;
use spariglio_engine::format::plain::is_plain;
use spariglio_engine::record::{HandRecord, MatchPlace, Replayer};

use crate::Target;
use crate::hands_of_rules::recorded::played;

/// Target `records`.
pub const TARGET: Target = Target { name: "records", run, seeds };

/// Rules with short hands, and rules with everything that a hand can have.
const RULES: [&str; 5] = ["mini_scopone", "mini_scopa", "mini_primiera", "mini_napoli", "cirulla"];

/// A hand of each rule set: as it is, completed, and in a match.
fn seeds() -> Vec<Vec<u8>> {
    let line = |name: &str| {
        let game = Arc::new(Game::preset(name).expect("a preset"));
        let (mut record, _) = played(&game, 0, &mut Pcg64Mcg::seed_from_u64(1));
        let lines = [record.to_line(), record.fill().map(|_| record.to_line()).expect("a played hand")];
        let sides = vec![0; game.sides()];
        record.place = Some(MatchPlace { id: "m".to_owned(), hand: 0, scores: sides, ..MatchPlace::default() });
        [lines[0].clone(), lines[1].clone(), record.to_line() + "\n" + &lines[0]].map(String::into_bytes)
    };
    RULES.into_iter().flat_map(line).collect()
}

/// Reads the bytes as a file of records, with and without adding the fields that a record may leave out.
pub fn run(bytes: &[u8]) {
    let (mut plain, mut filling) = (Replayer::new(false), Replayer::new(true));
    for line in bytes.split(|byte| *byte == b'\n') {
        let (read, filled) = (plain.feed(line), filling.feed(line));
        match (read, filled) {
            (Ok(read), Ok(filled)) => {
                written(read);
                written(filled);
            }
            (Err(read), Err(filled)) => {
                assert_eq!(read, filled);
                assert!(is_plain(&read.to_string()), "not safe to show: {read:?}");
            }
            (read, filled) => panic!("one reading fails: {:?}, {:?}", read.err(), filled.err()),
        }
    }
}

/// A record that was read must survive a round trip, alone in a file.
fn written(mut record: HandRecord) {
    let place = record.place.take();
    let line = record.to_line();
    let again = Replayer::new(false).feed(line.as_bytes());
    let again = again.unwrap_or_else(|error| panic!("{error}: {line}"));
    assert_eq!(again.to_line(), line);
    assert_eq!(again.check().ok(), record.check().ok());
    record.place = place;
    let _ = record.to_line();
}
