//! The files of a run: the commitment, the secret, the answers, the score.

use std::path::{Path, PathBuf};

use spariglio_agents::AgentSpec;
use spariglio_agents::net::{META_FILE, MODEL_FILE};
use spariglio_files::hash::sha256_hex;
use spariglio_files::json::read;
use spariglio_files::whole::{
    FileError, is_there, make_folder, read_bytes, read_if_there, read_text, write_private, write_whole,
};
use spariglio_files::{Journal, Lock};

use crate::copies::copied;
use crate::error::ScoreError;
use crate::score::Score;
use crate::secret::{Commitment, Sealed, Secret};
use crate::suite::{SUITE_VERSION, Suite, presets};
use crate::task::Answer;

/// The public commitment, written before the first hand.
const COMMITMENT: &str = "commitment.json";
/// The secret, until the score has it.
const SECRET: &str = "secret.txt";
/// The challenge, if there is one.
const CHALLENGE: &str = "challenge.txt";
/// The lock of the folder.
const LOCK: &str = ".lock";
/// The answers, one line each.
pub const ANSWERS: &str = "answers.jsonl";
/// The score.
pub const SCORE: &str = "score.json";
/// The page of the score.
pub const PAGE: &str = "report.html";

/// The folder of a run.
pub(crate) struct Folder {
    path: PathBuf,
    _lock: Lock,
}

impl Folder {
    /// Opens the folder for the run of `agent` that `wanted` describes, whose hash is filled in here: that of the run in
    /// it, or of a new one with a new secret. A new run gets a copy of the agent's network.
    ///
    /// # Errors
    /// A file cannot be read or written, another process uses the folder, or it has a run of other settings.
    pub fn open(
        path: &Path,
        agent: &AgentSpec,
        wanted: Commitment,
    ) -> Result<(Folder, Commitment, Secret), ScoreError> {
        make_folder(path)?;
        let folder = Folder { path: path.to_path_buf(), _lock: Lock::take(&path.join(LOCK))? };
        if let Some(text) = read_if_there(&folder.file(COMMITMENT))? {
            let stored: Commitment = parsed(&folder.file(COMMITMENT), &text)?;
            folder.check(&stored, &wanted)?;
            let secret = folder.secret(&stored)?;
            return Ok((folder, stored, secret));
        }
        if let Some(net) = agent.net() {
            let copy = path.join(copied(&net));
            make_folder(&copy)?;
            for file in [MODEL_FILE, META_FILE] {
                write_whole(&copy.join(file), read_bytes(&net.join(file))?)?;
            }
        }
        let secret = match Suite::of(&wanted.suite).is_some_and(Suite::is_public) {
            true => Sealed::public(SUITE_VERSION).secret,
            false => Secret::random(),
        };
        let commitment = wanted.sealed(&secret);
        write_private(&folder.file(SECRET), secret.digits())?;
        let text = serde_json::to_string_pretty(&commitment).expect("numbers and texts");
        write_whole(&folder.file(COMMITMENT), text + "\n")?;
        Ok((folder, commitment, secret))
    }

    fn file(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    /// The secret of the run in the folder.
    fn secret(&self, of: &Commitment) -> Result<Secret, ScoreError> {
        let path = self.file(SECRET);
        let secret = Secret::of(read_text(&path)?.trim()).filter(|secret| of.holds(secret));
        Ok(secret.ok_or_else(|| FileError::contents(&path, "expected the secret that commitment.json commits to"))?)
    }

    fn check(&self, stored: &Commitment, wanted: &Commitment) -> Result<(), ScoreError> {
        let settings = |of: &Commitment| {
            [
                ("suite", of.suite.clone()),
                ("version", of.version.to_string()),
                ("agent", of.agent.clone()),
                ("files", of.files.join(", ")),
                ("whole-hands", of.whole_hands.to_string()),
                ("generated", of.generated.to_string()),
            ]
        };
        for ((field, stored), (_, expected)) in settings(stored).into_iter().zip(settings(wanted)) {
            self.same(field, &stored, &expected)?;
        }
        Ok(())
    }

    /// The challenge of the run: that of the folder, or `wanted` if nothing was played yet.
    ///
    /// # Errors
    /// A file cannot be read or written, or the run was begun with another challenge.
    pub fn challenge(&self, wanted: &str) -> Result<String, ScoreError> {
        let path = self.file(CHALLENGE);
        let stored = match read_if_there(&path)? {
            None if wanted.is_empty() || is_there(&self.file(ANSWERS))? => String::new(),
            None => {
                write_whole(&path, wanted)?;
                wanted.to_owned()
            }
            Some(stored) => stored,
        };
        self.same("challenge", &stored, wanted)?;
        Ok(stored)
    }

    /// Fails if a setting of the run in the folder is another one than that of this run.
    fn same(&self, field: &'static str, found: &str, expected: &str) -> Result<(), ScoreError> {
        if found == expected {
            return Ok(());
        }
        let [folder, found, expected] = [&self.path.display().to_string(), found, expected].map(str::to_owned);
        Err(ScoreError::Other { folder, field, found, expected })
    }

    /// The answers so far, and the journal to add others.
    ///
    /// # Errors
    /// The file cannot be read, or a line was changed.
    pub fn answers(&self) -> Result<(Vec<Answer>, Journal), ScoreError> {
        let path = self.file(ANSWERS);
        match Journal::resume(&path)? {
            Some((journal, lines)) => Ok((answers(&path, &lines)?, journal)),
            None => Ok((Vec::new(), Journal::begin::<&str>(&path, [])?)),
        }
    }

    /// The file of the score.
    pub fn score(&self) -> PathBuf {
        self.file(SCORE)
    }
}

/// The SHA-256 of all files of an agent, with those of the networks that ship and that it plays in the suite.
///
/// # Errors
/// A file cannot be read.
pub(crate) fn hashes(agent: &AgentSpec) -> Result<Vec<String>, FileError> {
    let of_file = |path: &PathBuf| read_bytes(path).map(sha256_hex);
    let mut hashes: Vec<String> = agent.files().iter().map(of_file).collect::<Result<_, _>>()?;
    let shipped = presets().into_iter().filter_map(|of| agent.shipped_net(&of.game));
    hashes.extend(shipped.flat_map(|net| net.files()).map(sha256_hex));
    Ok(hashes)
}

/// The score and the answers of a finished run.
///
/// # Errors
/// A file is missing, or holds something else.
pub(crate) fn finished(path: &Path) -> Result<(Score, Vec<Answer>), ScoreError> {
    let score = Score::read(&read_text(&path.join(SCORE))?);
    let score = score.map_err(|why| ScoreError::Untrue(format!("{SCORE}: {why}")))?;
    let file = path.join(ANSWERS);
    let lines = Journal::read(&file)?
        .ok_or_else(|| FileError::contents(&file, "expected the answers of the agent, found no such file"))?;
    let answers = answers(&file, &lines)?;
    Ok((score, answers))
}

fn answers(path: &Path, lines: &[String]) -> Result<Vec<Answer>, FileError> {
    let answer = |line: &String| -> Result<Answer, String> {
        let answer: Answer = read(line).map_err(|error| error.to_string())?;
        answer.check()?;
        Ok(answer)
    };
    (1..)
        .zip(lines)
        .map(|(number, line)| {
            answer(line).map_err(|error| FileError::contents(path, format!("line {number}: {error}")))
        })
        .collect()
}

fn parsed<T: serde::de::DeserializeOwned>(path: &Path, text: &str) -> Result<T, FileError> {
    read(text).map_err(|error| FileError::contents(path, error))
}
