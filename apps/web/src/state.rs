//! The state folder: tables, reviews and the token, so that a server goes on after a restart.
//!
//! Invariant: no other user of the machine can read a file in it or put one there. A folder that the server has not
//! made keeps its permissions.

use std::iter;
use std::path::{Path, PathBuf};

use spariglio_files::whole::{make_private_folder, read_if_there, remove_temporaries, write_private};
use spariglio_files::{FileError, Lock};

use crate::config::ServeError;
use spariglio_arena::deals::unforeseen::random_seed;
use spariglio_table::token::{is_token, new_token};

/// The folders of the tables and of the reviews, inside the state folder.
pub(crate) const TABLES: &str = "tables";
pub(crate) const REVIEWS: &str = "reviews";
/// The folder of tournaments.
pub(crate) const TOURNAMENTS: &str = "tournaments";
/// The file with the address that the server printed.
const ADDRESS: &str = "address";

/// Makes the state folder if it is missing, and locks it against other servers.
///
/// # Errors
/// If other users may write in it, another server uses it, or it cannot be made.
pub(crate) fn hold(folder: &Path) -> Result<Lock, ServeError> {
    let inside = [TABLES, REVIEWS, TOURNAMENTS].map(|name| folder.join(name));
    inside.iter().try_for_each(|folder| make_private_folder(folder))?;
    for folder in iter::once(folder).chain(inside.iter().map(PathBuf::as_path)) {
        check_permissions(folder)?;
    }
    let lock = Lock::take(&folder.join("lock")).map_err(|error| match error {
        FileError::Locked { .. } => {
            let address = read_if_there(&folder.join(ADDRESS)).ok().flatten();
            ServeError::InUse { folder: folder.to_owned(), address }
        }
        other => other.into(),
    })?;
    inside.iter().try_for_each(|folder| remove_temporaries(folder))?;
    Ok(lock)
}

/// Leaves the address of this server for another one that is started on the same folder by the same user.
///
/// # Errors
/// If its file cannot be written.
pub(crate) fn tell_address(folder: &Path, url: &str) -> Result<(), FileError> {
    write_private(&folder.join(ADDRESS), url)
}

/// The token of the last run, so that open pages stay valid; a new one if there is none.
///
/// # Errors
/// If its file cannot be read or written.
pub(crate) fn kept_token(folder: &Path) -> Result<String, FileError> {
    let file = folder.join("token");
    let stored = read_if_there(&file)?.filter(|token| is_token(token));
    let token = stored.unwrap_or_else(|| new_token(&mut random_seed));
    write_private(&file, &token)?;
    Ok(token)
}

/// Refuses a folder in which other users may write: they could put a token or a table there. Warns if they may read it.
#[cfg(unix)]
fn check_permissions(folder: &Path) -> Result<(), FileError> {
    use std::os::unix::fs::PermissionsExt;
    let permissions = std::fs::metadata(folder).map_err(|source| FileError::io(folder, "look at", source))?;
    let mode = permissions.permissions().mode() & 0o7777;
    let permissions = format!("permissions {mode:o}, expected 700");
    let way_out = format!("`chmod 700 {}`", folder.display());
    if mode & 0o022 != 0 {
        let message = format!("{permissions}: other users may write here; use {way_out} or another --state DIR");
        return Err(FileError::contents(folder, message));
    }
    if mode & 0o055 != 0 {
        spariglio_files::tell!(
            "warning: {}: {permissions}: other users see the names of its files; {way_out} ends that",
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
