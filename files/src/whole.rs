//! Files that are whole if they have their final name: written beside it under a temporary name, synced, renamed, and
//! the folder synced. Neither kill -9 nor a power cut leaves a part under the final name. Every error names the file.

mod pieces;

use std::fmt::Display;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use crate::bounded;

pub use pieces::WholeFile;

/// Ending of temporary names.
const TEMPORARY: &str = ".tmp";

/// A file that cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FileError {
    /// The file system refused.
    #[error("{path}: cannot {action}: {source}")]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// The action that failed.
        action: &'static str,
        /// The system's error.
        source: std::io::Error,
    },
    /// Another process works there.
    #[error("{path}: another process is working here; wait for it or choose another place")]
    Locked {
        /// The lock file.
        path: PathBuf,
    },
    /// The contents are not as expected.
    #[error("{path}: {message}")]
    Contents {
        /// The file.
        path: PathBuf,
        /// The expected and the actual contents.
        message: String,
    },
}

impl FileError {
    /// `action` on `path` failed.
    pub fn io(path: &Path, action: &'static str, source: std::io::Error) -> FileError {
        FileError::Io { path: path.to_path_buf(), action, source }
    }

    /// The contents of `path` are not as expected.
    pub fn contents(path: &Path, message: impl Display) -> FileError {
        FileError::Contents { path: path.to_path_buf(), message: message.to_string() }
    }
}

/// The text of a file.
///
/// # Errors
/// The file is missing, not readable, too long ([`bounded`]) or not UTF-8.
pub fn read_text(path: &Path) -> Result<String, FileError> {
    bounded::read_text(path).map_err(|source| FileError::io(path, "read", source))
}

/// The text of a file that will also be written; `None` if there is no such file.
///
/// # Errors
/// Something has this name but is no file, not readable, too long ([`bounded`]) or not UTF-8.
pub fn read_if_there(path: &Path) -> Result<Option<String>, FileError> {
    // If a name exists but opening it finds nothing, now or because it is a dangling link, it must not be overwritten.
    if !is_there(path)? {
        return Ok(None);
    }
    check_is_file(path)?;
    read_text(path).map(Some)
}

/// The outcome of a reading call, repeated if a signal interrupts it.
///
/// # Errors
/// Those of the call.
pub(crate) fn retried<T>(mut call: impl FnMut() -> io::Result<T>) -> io::Result<T> {
    loop {
        match call() {
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            outcome => return outcome,
        }
    }
}

/// Whether something has this name, even if it is a dangling link.
///
/// # Errors
/// The check fails.
pub fn is_there(path: &Path) -> Result<bool, FileError> {
    bounded::is_there(path).map_err(|source| FileError::io(path, "look for", source))
}

/// The bytes of a file.
///
/// # Errors
/// The file is missing, not readable or too long ([`bounded`]).
pub fn read_bytes(path: &Path) -> Result<Vec<u8>, FileError> {
    bounded::read_bytes(path).map_err(|source| FileError::io(path, "read", source))
}

/// The files of a folder whose names begin with `start` and end with `end`, sorted by name.
///
/// # Errors
/// The folder cannot be read.
pub fn listed(folder: &Path, start: &str, end: &str) -> Result<Vec<PathBuf>, FileError> {
    let fail = |source| FileError::io(folder, "read", source);
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder).map_err(fail)? {
        let path = entry.map_err(fail)?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if name.starts_with(start) && name.ends_with(end) {
            paths.push(path);
        }
    }
    paths.sort();
    Ok(paths)
}

/// Makes a folder and its parents if they are missing.
///
/// # Errors
/// Not permitted, or a file is in the way.
pub fn make_folder(path: &Path) -> Result<(), FileError> {
    check_leads_somewhere(path)?;
    fs::create_dir_all(path).map_err(|source| FileError::io(path, "make folder", source))
}

/// Makes a folder and its missing parents for the user alone (permissions 700 on Unix). A folder that is there keeps
/// its permissions.
///
/// # Errors
/// As [`make_folder`].
pub fn make_private_folder(path: &Path) -> Result<(), FileError> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder
        .create(path)
        .map_err(|source| FileError::io(path, "make folder", source))
}

/// Removes a file if it is there.
///
/// # Errors
/// It is there and cannot be removed.
pub fn remove(path: &Path) -> Result<(), FileError> {
    match fs::remove_file(path) {
        Err(source) if source.kind() != ErrorKind::NotFound => Err(FileError::io(path, "remove", source)),
        _ => Ok(()),
    }
}

/// Checks that a file can be written, before the work whose result it will hold; makes its folder.
///
/// # Errors
/// As [`write_whole`].
pub fn check_writable(path: &Path) -> Result<(), FileError> {
    let file = destination(path)?;
    make_folder(folder_of(&file))?;
    let temporary = temporary(&file);
    File::create(&temporary).map_err(|source| FileError::io(path, "write", source))?;
    // Another process that holds the lock of `path` may have removed it as a leftover.
    remove(&temporary)
}

/// Writes a file atomically: the old contents stay until the new bytes are safe. Makes its folder if it is missing. If
/// `path` is a link, the link stays and its target is written.
///
/// # Errors
/// The name is that of a folder, a device, a pipe or a dangling link, the folder is not writable, or the disk is full.
/// The temporary file is removed if writing fails.
pub fn write_whole(path: &Path, bytes: impl AsRef<[u8]>) -> Result<(), FileError> {
    write(path, bytes.as_ref(), |path| File::create(path))
}

/// As [`write_whole`], for a file that only the user may read (permissions 600 on Unix).
///
/// # Errors
/// As [`write_whole`].
pub fn write_private(path: &Path, bytes: impl AsRef<[u8]>) -> Result<(), FileError> {
    write(path, bytes.as_ref(), |path| {
        let mut options = File::options();
        options.write(true).create(true).truncate(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        options.open(path)
    })
}

/// Writes a file atomically; `create` makes the temporary one.
fn write(path: &Path, bytes: &[u8], create: impl FnOnce(&Path) -> io::Result<File>) -> Result<(), FileError> {
    let mut file = WholeFile::begin(path, create)?;
    file.write_all(bytes).map_err(|source| FileError::io(path, "write", source))?;
    file.finish()
}

/// The file that `path` names, existing or not; follows links.
fn destination(path: &Path) -> Result<PathBuf, FileError> {
    if !is_there(path)? {
        return Ok(path.to_path_buf());
    }
    check_is_file(path)?;
    if path.is_symlink() {
        return fs::canonicalize(path).map_err(|source| FileError::io(path, "follow the link", source));
    }
    Ok(path.to_path_buf())
}

/// Fails if `path` names something other than a file.
pub(crate) fn check_is_file(path: &Path) -> Result<(), FileError> {
    check_leads_somewhere(path)?;
    let facts = path.metadata().map_err(|source| FileError::io(path, "look at", source))?;
    let what = match facts.file_type() {
        kind if kind.is_file() => return Ok(()),
        kind if kind.is_dir() => "a folder",
        _ => "a device or a pipe",
    };
    Err(FileError::contents(path, format!("expected the name of a file, found {what}")))
}

/// Fails if `path` is a link to nothing.
fn check_leads_somewhere(path: &Path) -> Result<(), FileError> {
    match path.read_link() {
        Ok(target) if !path.exists() => {
            let message =
                format!("expected a file or a folder, found a link to {}, which is not there", target.display());
            Err(FileError::contents(path, message))
        }
        _ => Ok(()),
    }
}

/// The folder of a file; `.` if its path names none.
#[must_use]
pub fn folder_of(path: &Path) -> &Path {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    folder.unwrap_or(Path::new("."))
}

/// The file beside `path` in which unfinished work for it is kept.
#[must_use]
pub fn partial(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".partial");
    PathBuf::from(name)
}

/// A name in the same folder that no other process uses.
fn temporary(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(format!(".{}{TEMPORARY}", std::process::id()));
    PathBuf::from(name)
}

/// Removes the partial files of killed processes in `folder` and below. Call it only if no other process writes there.
///
/// # Errors
/// A folder cannot be read, or a leftover cannot be removed.
pub fn remove_temporaries(folder: &Path) -> Result<(), FileError> {
    let fail = |source| FileError::io(folder, "read", source);
    for entry in fs::read_dir(folder).map_err(fail)? {
        let entry = entry.map_err(fail)?;
        let path = entry.path();
        if entry.file_type().map_err(fail)?.is_dir() {
            remove_temporaries(&path)?;
        } else if path.extension().is_some_and(|ending| *ending == TEMPORARY[1..]) {
            remove(&path)?;
        }
    }
    Ok(())
}

/// Removes the partial files of `path` that killed processes left. Call it only if no other process writes `path`.
///
/// # Errors
/// The folder is there and cannot be read, or a leftover cannot be removed.
pub fn remove_temporaries_of(path: &Path) -> Result<(), FileError> {
    if !is_there(folder_of(path))? {
        return Ok(());
    }
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    listed(folder_of(path), &format!("{name}."), TEMPORARY)?
        .iter()
        .try_for_each(|path| remove(path))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn a_name_that_cannot_be_opened_is_not_a_missing_file() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("metrics.jsonl");
        assert_eq!(read_if_there(&path).expect("nothing there"), None);
        std::os::unix::fs::symlink(folder.path().join("nowhere"), &path).expect("a link");
        let error = read_if_there(&path).expect_err("a link to nothing").to_string();
        assert!(error.contains("metrics.jsonl"), "{error}");
        for error in [write_whole(&path, "text"), make_folder(&path)] {
            let error = error.expect_err("a link to nothing").to_string();
            assert!(error.contains("found a link to") && error.contains("nowhere"), "{error}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn what_cannot_be_looked_for_is_an_error() {
        let folder = tempfile::tempdir().expect("a folder");
        let there = |name: &str| is_there(&folder.path().join(name));
        assert!(!there("file").expect("nothing there"));
        std::fs::write(folder.path().join("file"), "").expect("a file");
        assert!(there("file").expect("a file"));
        assert!(!there("file/name").expect("a file holds no names"));
        let error = there(&"n".repeat(300)).expect_err("no file has so long a name").to_string();
        assert!(error.contains("cannot look for"), "{error}");
    }

    #[cfg(unix)]
    #[test]
    fn devices_and_links_stay() {
        use std::os::unix::fs::{FileTypeExt, symlink};
        let folder = tempfile::tempdir().expect("a folder");
        let socket = folder.path().join("socket");
        let _listens = std::os::unix::net::UnixListener::bind(&socket).expect("a socket");
        let wrong = [check_writable(&socket), write_whole(&socket, "x"), read_if_there(&socket).map(|_| ())];
        for error in wrong.map(|outcome| outcome.expect_err("no file").to_string()) {
            assert!(error.contains("found a device or a pipe"), "{error}");
        }
        assert!(socket.symlink_metadata().expect("there").file_type().is_socket());
        let (file, link) = (folder.path().join("data/a.json"), folder.path().join("a.json"));
        write_whole(&file, "one").expect("written");
        symlink(&file, &link).expect("a link");
        write_whole(&link, "two").expect("written");
        assert!(link.is_symlink());
        assert_eq!(fs::read(&file).expect("read"), b"two");
    }

    #[cfg(unix)]
    #[test]
    fn private_files_and_new_folders_are_for_their_user_alone() {
        use std::os::unix::fs::PermissionsExt;
        let mode = |path: &Path| fs::metadata(path).expect("there").permissions().mode() & 0o7777;
        let folder = tempfile::tempdir().expect("a folder");
        let (outer, inner) = (folder.path().join("new"), folder.path().join("new/inner"));
        make_private_folder(&inner).expect("made");
        assert_eq!((mode(&outer), mode(&inner)), (0o700, 0o700));
        fs::set_permissions(&inner, fs::Permissions::from_mode(0o1777)).expect("changed");
        make_private_folder(&inner).expect("there");
        assert_eq!(mode(&inner), 0o1777);
        let file = inner.join("token");
        write_whole(&file, "one").expect("written");
        write_private(&file, "two").expect("written");
        assert_eq!((mode(&file), fs::read(&file).expect("read").as_slice()), (0o600, b"two".as_slice()));
    }

    #[test]
    fn a_call_that_a_signal_ends_is_made_again() {
        let mut calls = 0;
        let outcome = retried(|| {
            calls += 1;
            if calls < 3 {
                Err(ErrorKind::Interrupted.into())
            } else {
                Ok(calls)
            }
        });
        assert_eq!(outcome.expect("the third call"), 3);
        let failed = retried(|| -> io::Result<()> { Err(ErrorKind::TimedOut.into()) });
        assert_eq!(failed.expect_err("another error").kind(), ErrorKind::TimedOut);
    }

    #[test]
    fn writing_replaces_and_leaves_nothing_else() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("new").join("a.json");
        write_whole(&path, "one").expect("written");
        write_whole(&path, "two").expect("written");
        assert_eq!(fs::read(&path).expect("read"), b"two");
        assert_eq!(listed(path.parent().expect("new"), "", "").expect("listed"), [path]);
    }

    #[test]
    fn who_looks_whether_it_can_write_may_meet_a_process_that_removes_leftovers() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.json");
        std::thread::scope(|scope| {
            let looks = scope.spawn(|| (0..5000).try_for_each(|_| check_writable(&path)));
            while !looks.is_finished() {
                remove_temporaries_of(&path).expect("cleaned");
            }
            looks.join().expect("no panic").expect("writable");
        });
    }

    #[test]
    fn leftovers_go_and_whole_files_stay() {
        let folder = tempfile::tempdir().expect("a folder");
        fs::create_dir_all(folder.path().join("nets/gen-0000")).expect("made");
        for name in ["a.parquet", "a.parquet.17.tmp", "nets/gen-0000/meta.json.17.tmp"] {
            fs::write(folder.path().join(name), b"x").expect("written");
        }
        remove_temporaries(folder.path()).expect("cleaned");
        assert!(!folder.path().join("nets/gen-0000/meta.json.17.tmp").exists());
        assert!(folder.path().join("a.parquet").exists());
        assert!(!folder.path().join("a.parquet.17.tmp").exists());
    }

    #[test]
    fn leftovers_of_a_file_go_and_those_of_others_stay() {
        let folder = tempfile::tempdir().expect("a folder");
        for name in ["a.json", "a.json.17.tmp", "b.json.17.tmp", "aa.json.17.tmp"] {
            fs::write(folder.path().join(name), b"x").expect("written");
        }
        remove_temporaries_of(&folder.path().join("a.json")).expect("cleaned");
        let left = listed(folder.path(), "", "").expect("listed");
        let names = ["a.json", "aa.json.17.tmp", "b.json.17.tmp"];
        assert_eq!(left, names.map(|name| folder.path().join(name)));
    }

    #[test]
    fn a_file_that_cannot_be_written_is_named() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("none");
        fs::write(&file, "x").expect("written");
        let error = write_whole(&file.join("a.json"), "x").expect_err("a file is no folder");
        assert!(error.to_string().contains("none"), "{error}");
        let error = check_writable(folder.path()).expect_err("a folder").to_string();
        assert!(error.contains("found a folder"), "{error}");
    }
}
