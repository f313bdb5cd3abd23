//! Files that are whole when they have their name: written beside under a temporary name, synced, renamed, and the
//! folder synced, so that neither kill -9 nor a power cut leaves a part under the final name.

use std::fs::{self, File};
use std::io::Write;
use std::path::Path;

use super::RunDirError;

/// Ending of temporary names.
const TEMPORARY: &str = ".tmp";

/// Writes a file at once; what was there before is there until the new bytes are safe.
///
/// # Errors
/// The folder is not writable or the disk is full; the temporary file is removed then.
pub fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), RunDirError> {
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(TEMPORARY);
    let temporary = path.with_file_name(name);
    let written = write_synced(&temporary, bytes).and_then(|()| fs::rename(&temporary, path));
    if let Err(source) = written {
        // The first error is the one worth telling; a leftover is removed at the next start.
        let _ = fs::remove_file(&temporary);
        return Err(RunDirError::io(path, "write", source));
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
    File::open(folder)
        .and_then(|folder| folder.sync_all())
        .map_err(|source| RunDirError::io(folder, "sync", source))
}

fn write_synced(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let mut file = File::create(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}

/// Removes what a killed process left half written in `folder`.
///
/// # Errors
/// The folder cannot be read, or a leftover cannot be removed.
pub fn remove_temporaries(folder: &Path) -> Result<(), RunDirError> {
    let entries = fs::read_dir(folder).map_err(|source| RunDirError::io(folder, "read", source))?;
    for entry in entries {
        let entry = entry.map_err(|source| RunDirError::io(folder, "read", source))?;
        if entry.file_name().to_string_lossy().ends_with(TEMPORARY) {
            let path = entry.path();
            fs::remove_file(&path).map_err(|source| RunDirError::io(&path, "remove", source))?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn writing_replaces_and_leaves_nothing_else() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.json");
        write_whole(&path, b"one").expect("written");
        write_whole(&path, b"two").expect("written");
        assert_eq!(fs::read(&path).expect("read"), b"two");
        assert_eq!(fs::read_dir(folder.path()).expect("listed").count(), 1);
    }

    #[test]
    fn leftovers_go_and_whole_files_stay() {
        let folder = tempfile::tempdir().expect("a folder");
        for name in ["a.parquet", "a.parquet.tmp"] {
            fs::write(folder.path().join(name), b"x").expect("written");
        }
        remove_temporaries(folder.path()).expect("cleaned");
        assert!(folder.path().join("a.parquet").exists());
        assert!(!folder.path().join("a.parquet.tmp").exists());
    }

    #[test]
    fn a_missing_folder_is_named() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("none").join("a.json");
        let error = write_whole(&path, b"x").expect_err("no folder").to_string();
        assert!(error.contains("none/a.json"), "{error}");
    }
}
