//! Relative paths in a file start at the folder of that file, not at the current folder.
//!
//! The readers of values know no file, so each thread keeps the folder of the file that it reads.

use std::cell::RefCell;
use std::path::{Component, Path, PathBuf};

use serde::{Deserialize, Deserializer};

thread_local! {
    /// The folder of the file that is being read; `None` for the current folder.
    static FOLDER: RefCell<Option<PathBuf>> = const { RefCell::new(None) };
}

/// Calls `read`; meanwhile [`resolved`] starts at the folder of `file`.
pub fn reading<T>(file: &Path, read: impl FnOnce() -> T) -> T {
    /// Puts the earlier folder back, even if `read` panics.
    struct Restore(Option<PathBuf>);
    impl Drop for Restore {
        fn drop(&mut self) {
            FOLDER.set(self.0.take());
        }
    }
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
    let _restore = Restore(FOLDER.replace(folder.map(Path::to_path_buf)));
    read()
}

/// A path of the file that is being read, as seen from the current folder. An empty path stays empty.
///
/// # Examples
/// ```
/// use std::path::Path;
/// use spariglio_files::base::{reading, resolved};
///
/// let path = Path::new("../../runs/scopa");
/// assert_eq!(reading(Path::new("configs/learn/on.toml"), || resolved(path)), Path::new("runs/scopa"));
/// assert_eq!(resolved(path), path, "no file is being read");
/// ```
pub fn resolved(path: &Path) -> PathBuf {
    FOLDER.with_borrow(|folder| match folder {
        Some(folder) if path.is_relative() && !path.as_os_str().is_empty() => shortened(&folder.join(path)),
        _ => path.to_path_buf(),
    })
}

/// The path without `.` and without `FOLDER/..`. A link stays, since its `..` is elsewhere.
fn shortened(path: &Path) -> PathBuf {
    let mut short = PathBuf::new();
    for part in path.components() {
        let is_folder = matches!(short.components().next_back(), Some(Component::Normal(_)));
        match part {
            Component::CurDir => {}
            Component::ParentDir if is_folder && !short.is_symlink() => {
                short.pop();
            }
            part => short.push(part),
        }
    }
    if short.as_os_str().is_empty() {
        PathBuf::from(".")
    } else {
        short
    }
}

/// Reads an optional path of a file.
///
/// # Errors
/// It is no text.
pub fn optional<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<PathBuf>, D::Error> {
    let path = Option::<PathBuf>::deserialize(deserializer)?;
    Ok(path.map(|path| resolved(&path)))
}

/// Reads a list of paths of a file.
///
/// # Errors
/// It is no list of texts.
pub fn several<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<PathBuf>, D::Error> {
    let paths = Vec::<PathBuf>::deserialize(deserializer)?;
    Ok(paths.iter().map(|path| resolved(path)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_start_at_the_file_that_names_them() {
        for (file, path, expected) in [
            ("a/b/x.toml", "c", "a/b/c"),
            ("a/b/x.toml", "./c/", "a/b/c"),
            ("a/b/x.toml", "../..", "."),
            ("a/x.toml", "../../c", "../c"),
            ("../x.toml", "../c", "../../c"),
            ("/a/x.toml", "../c", "/c"),
            ("a/x.toml", "/c", "/c"),
            ("x.toml", "../c", "../c"),
            ("a/x.toml", "", ""),
        ] {
            let path_read = reading(Path::new(file), || resolved(Path::new(path)));
            assert_eq!(path_read, Path::new(expected), "{file} {path}");
        }
    }

    #[test]
    fn a_file_that_another_names_has_its_own_folder() {
        let inner = || resolved(Path::new("c"));
        let [nested, after] = reading(Path::new("a/x.toml"), || [reading(Path::new("b/y.toml"), inner), inner()]);
        assert_eq!([nested, after], [Path::new("b/c"), Path::new("a/c")].map(Path::to_path_buf));
    }

    #[cfg(unix)]
    #[test]
    fn the_parent_of_a_link_is_that_of_its_target() {
        let folder = tempfile::tempdir().expect("a folder");
        let at = |name: &str| folder.path().join(name);
        std::fs::create_dir_all(at("far/away")).expect("made");
        std::os::unix::fs::symlink(at("far/away"), at("link")).expect("linked");
        let path_read = reading(&at("link/x.toml"), || resolved(Path::new("../c")));
        assert_eq!(path_read, at("link/../c"));
    }
}
