//! A folder of this process for files that a target reads, below `TMPDIR` if that is set.

use std::fs;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

/// A folder that is removed at the end of a test; libFuzzer exits without removing it.
pub struct Folder(TempDir);

impl Folder {
    /// An empty folder.
    pub fn new() -> Folder {
        Folder(TempDir::with_prefix("spariglio-fuzz-").expect("a folder can be made"))
    }

    /// Its path.
    pub fn path(&self) -> &Path {
        self.0.path()
    }

    /// Writes a file; creates its parent folders if they do not exist.
    pub fn put(&self, name: &str, bytes: &[u8]) -> PathBuf {
        let path = self.path().join(name);
        let outcome = fs::write(&path, bytes).or_else(|_| {
            fs::create_dir_all(path.parent().unwrap_or(self.path()))?;
            fs::write(&path, bytes)
        });
        outcome.expect("a file can be written");
        path
    }
}
