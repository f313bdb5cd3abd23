//! The questions and answers as files, for engines that read files.

use std::path::Path;

use anyhow::Result;
use spariglio_conform::{SuiteHand, VERSION};
use spariglio_files::whole::make_folder;
use spariglio_files::{records, tell};

use crate::Status;

/// Writes `questions.jsonl` and `answers.jsonl`, a line for each hand in the order in which a program is asked.
pub fn write(folder: &Path, hands: &[SuiteHand]) -> Result<Status> {
    make_folder(folder)?;
    let lines = |of: fn(&SuiteHand) -> &str| -> String { hands.iter().flat_map(|hand| [of(hand), "\n"]).collect() };
    records::write(&folder.join("questions.jsonl"), &lines(|hand| &hand.question))?;
    records::write(&folder.join("answers.jsonl"), &lines(|hand| &hand.answer))?;
    tell!(
        "suite {VERSION}: {} hands in questions.jsonl and answers.jsonl of {}",
        hands.len(),
        folder.display()
    );
    Ok(Status::Success)
}
