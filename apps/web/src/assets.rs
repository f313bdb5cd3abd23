//! The files that pages load: from the binary or, during development, from a folder.

use std::path::{Path, PathBuf};

use spariglio_engine::format::fnv1a;
use spariglio_report::Language;
use spariglio_report::cards::{Style, deck};
use spariglio_report::picture::theme::style_sheet;

/// The style sheet with the colours of all pages. It is generated, not stored as a file.
const THEME: &str = "theme.css";
/// The HTML of all pages.
pub(crate) const SHELL: &str = "shell.html";

macro_rules! files {
    ($($name:literal),* $(,)?) => {
        /// All files by name.
        const FILES: &[(&str, &[u8])] = &[$(($name, include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/assets/", $name)))),*];
    };
}

include!(concat!(env!("OUT_DIR"), "/assets.rs"));

/// The files, and a hash of their contents.
pub(crate) struct Assets {
    folder: Option<PathBuf>,
    hash: String,
}

/// The names of all files.
#[cfg(test)]
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    FILES.iter().map(|(name, _)| *name)
}

impl Assets {
    /// The files of the binary. If `folder` is given, files are read from there for each request.
    pub fn new(folder: Option<PathBuf>) -> Assets {
        let files = FILES.iter().flat_map(|(_, bytes)| bytes.iter().copied());
        let decks = Style::ALL
            .into_iter()
            .flat_map(|style| deck(style, Language::English).into_bytes());
        let all: Vec<u8> = files.chain(style_sheet().into_bytes()).chain(decks).collect();
        let hash = match folder {
            Some(_) => "live".to_owned(),
            None => format!("{:016x}", fnv1a(&all)),
        };
        Assets { folder, hash }
    }

    /// The hash in addresses; it changes when a byte changes.
    pub fn hash(&self) -> &str {
        &self.hash
    }

    /// Whether the contents at an address may change.
    pub fn is_live(&self) -> bool {
        self.folder.is_some()
    }

    /// A file and its media type; `None` if the name is unknown.
    pub fn get(&self, name: &str) -> Option<(Vec<u8>, &'static str)> {
        if name == THEME {
            return Some((style_sheet().into_bytes(), media_type(name)));
        }
        if let Some((style, language)) = deck_of(name) {
            return Some((deck(style, language).into_bytes(), media_type(name)));
        }
        let (name, bytes) = FILES.iter().find(|(known, _)| *known == name)?;
        let live = self.folder.as_ref().map(|folder| std::fs::read(folder.join(name)));
        let bytes = live.map_or(Some(bytes.to_vec()), Result::ok)?;
        Some((bytes, media_type(name)))
    }
}

/// The style and the language of a file of cards such as `cards-french-en.svg`, which is drawn, not stored.
fn deck_of(name: &str) -> Option<(Style, Language)> {
    let (style, language) = name.strip_prefix("cards-")?.strip_suffix(".svg")?.split_once('-')?;
    Some((style.parse().ok()?, language.parse().ok()?))
}

fn media_type(name: &str) -> &'static str {
    match Path::new(name).extension().and_then(|end| end.to_str()) {
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("json") => "application/json",
        Some("svg") => "image/svg+xml",
        Some("woff2") => "font/woff2",
        Some("html") => "text/html; charset=utf-8",
        _ => "text/plain; charset=utf-8",
    }
}
