//! What belongs to a version: its own files, and others that its program needs. The pool keeps a copy, because the
//! agent's author goes on writing the same files.

use std::fs::{self, File};
use std::path::{Component, Path, PathBuf};

use serde::{Deserialize, Serialize};
use spariglio_agents::AgentSpec;
use spariglio_engine::Game;
use spariglio_files::FileError;
use spariglio_files::base::portable;
use spariglio_files::hash::short_hash;
use spariglio_files::whole::{folder_of, make_folder, read_bytes};

use crate::error::{ArenaError, wrong};
use crate::pairs::component::made_of;

/// The most files of a version: more are hardly meant.
const MOST_FILES: usize = 10_000;

/// A file or folder with a copy.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KeptPath {
    /// Its path as the agent or the user names it.
    pub path: PathBuf,
    /// The path of the copy in the version's folder.
    pub place: PathBuf,
}

/// The files of an agent's version.
pub(super) struct Belongings {
    pub kept: Vec<KeptPath>,
    /// All files: their paths, and those of their copies in the version's folder.
    files: Vec<KeptPath>,
}

impl KeptPath {
    fn new(path: &Path) -> Result<KeptPath, FileError> {
        let fail = |source| FileError::io(path, "find", source);
        let mut whole = PathBuf::new();
        for part in std::path::absolute(path).map_err(fail)?.components() {
            match part {
                Component::ParentDir => _ = whole.pop(),
                part => whole.push(part),
            }
        }
        let here = std::env::current_dir().map_err(fail)?;
        let inside = whole.strip_prefix(&here).unwrap_or(&whole).components();
        let place = inside.filter(|part| matches!(part, Component::Normal(_))).collect();
        Ok(KeptPath { path: path.to_owned(), place })
    }

    /// The place of `path`, which is the kept path or inside it, in the version's `folder`.
    pub(super) fn place_of(&self, path: &Path, folder: &Path) -> Option<PathBuf> {
        let place = folder.join(&self.place);
        match path.strip_prefix(&self.path).ok()? {
            rest if rest.as_os_str().is_empty() => Some(place),
            rest => Some(place.join(rest)),
        }
    }
}

impl Belongings {
    /// Those of `agent`, and of what the user wants to `keep` beside them.
    pub fn of(agent: &AgentSpec, keep: &[PathBuf]) -> Result<Belongings, ArenaError> {
        let own = agent.net().map_or_else(|| agent.own_files(), |net| vec![net]);
        let places = own.iter().chain(keep).map(|path| KeptPath::new(path));
        let mut files = agent.own_files();
        keep.iter().try_for_each(|path| walk(path, &mut files))?;
        files.sort();
        files.dedup();
        Ok(Belongings {
            kept: places.collect::<Result<_, _>>()?,
            files: files.iter().map(|path| KeptPath::new(path)).collect::<Result<_, _>>()?,
        })
    }

    /// Hash of all that decides how `agent` plays. The folder of a network and an interpreter do not count.
    pub fn fingerprint(&self, agent: &AgentSpec, game: &Game) -> Result<String, ArenaError> {
        let mut text = agent
            .net()
            .map_or(agent.to_string(), |_| agent.with_net(Path::new("kept")).to_string());
        for file in &self.files {
            text.push_str(&format!("|{}", short_hash(read_bytes(&file.path)?)));
        }
        if agent.agent_type().is_program() {
            let files: Vec<String> = agent.files().iter().map(|path| portable(path)).collect();
            let answers = made_of(agent, game)?.into_iter().filter(|part| !files.contains(&part.what));
            answers.for_each(|part| text.push_str(&format!("|{}", part.is)));
        }
        Ok(short_hash(text))
    }

    /// Copies all files into the new folder `folder`, in place of what a killed run has left there.
    pub fn copy(&self, folder: &Path) -> Result<(), ArenaError> {
        if folder.exists() {
            fs::remove_dir_all(folder).map_err(|source| FileError::io(folder, "remove", source))?;
        }
        for KeptPath { path, place } in &self.files {
            let copy = folder.join(place);
            make_folder(folder_of(&copy))?;
            fs::copy(path, &copy).map_err(|source| FileError::io(path, "copy", source))?;
            let synced = File::open(&copy).and_then(|file| file.sync_all());
            synced.map_err(|source| FileError::io(&copy, "write", source))?;
        }
        Ok(())
    }
}

/// Adds `path`, or all files of the folder `path`, to `files`. What Python makes of its files, hidden files and linked
/// folders are left out.
fn walk(path: &Path, files: &mut Vec<PathBuf>) -> Result<(), ArenaError> {
    if !path.is_dir() {
        files.push(path.to_owned());
    } else {
        let fail = |source| FileError::io(path, "read", source);
        for entry in fs::read_dir(path).map_err(fail)? {
            let entry = entry.map_err(fail)?;
            let (name, path) = (entry.file_name(), entry.path());
            let is_left_out = name.to_string_lossy().starts_with('.') || name == "__pycache__";
            if !(is_left_out || path.is_symlink() && path.is_dir()) {
                walk(&path, files)?;
            }
        }
    }
    if files.len() > MOST_FILES {
        return Err(wrong(path, format!("expected at most {MOST_FILES} files to keep")));
    }
    Ok(())
}
