//! The state folder: the tables and the token, so that a server goes on after a restart.
//!
//! Invariant: no other user of the machine can read a file in it or put one there. A folder that the server has not
//! made keeps its permissions.

use std::path::Path;

use spariglio_files::whole::{make_private_folder, read_if_there, remove_temporaries, write_private};
use spariglio_files::{FileError, Lock, tell};

use crate::token::{is_token, random_token};

/// The folder of the tables, inside the state folder.
pub(crate) const TABLES: &str = "tables";

/// Makes the state folder if it is missing, and locks it against other servers.
///
/// # Errors
/// If other users may write in it, another server uses it, or it cannot be made.
pub(crate) fn hold(folder: &Path) -> Result<Lock, FileError> {
    let tables = folder.join(TABLES);
    make_private_folder(&tables)?;
    for folder in [folder, &tables] {
        check_permissions(folder)?;
    }
    let lock = Lock::take(&folder.join("lock"))?;
    remove_temporaries(&tables)?;
    Ok(lock)
}

/// The token of the last run, so that open pages stay valid; a new one if there is none.
///
/// # Errors
/// If its file cannot be read or written.
pub(crate) fn kept_token(folder: &Path) -> Result<String, FileError> {
    let file = folder.join("token");
    let kept = read_if_there(&file)?.filter(|token| is_token(token));
    let token = kept.unwrap_or_else(random_token);
    write_private(&file, &token)?;
    Ok(token)
}

/// Refuses a folder in which other users may write: they could put a token or a table there. Warns if they may read it.
#[cfg(unix)]
fn check_permissions(folder: &Path) -> Result<(), FileError> {
    use std::os::unix::fs::PermissionsExt;
    let found = std::fs::metadata(folder).map_err(|source| FileError::io(folder, "look at", source))?;
    let mode = found.permissions().mode() & 0o7777;
    let found = format!("permissions {mode:o}, expected 700");
    let way_out = format!("`chmod 700 {}`", folder.display());
    if mode & 0o022 != 0 {
        let message = format!("{found}: other users may write here; use {way_out} or another --state DIR");
        return Err(FileError::contents(folder, message));
    }
    if mode & 0o055 != 0 {
        tell!(
            "warning: {}: {found}: other users see the names of its files; {way_out} ends that",
            folder.display()
        );
    }
    Ok(())
}

/// Other systems have no such permissions.
#[cfg(not(unix))]
fn check_permissions(_: &Path) -> Result<(), FileError> {
    Ok(())
}
