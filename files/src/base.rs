//! Relative paths in a file start at the folder of that file, not at the current folder. They are written with `/`.

use std::path::{Component, Path, PathBuf};

use serde::{Deserialize, Deserializer};
use spariglio_engine::format::Placed;

/// The folder of a file, as [`Placed`] has it; empty for the current folder. Bytes that are no UTF-8 are replaced.
pub fn folder(file: &Path) -> String {
    file.parent().unwrap_or(file).to_string_lossy().into_owned()
}

/// A path as files name it: with `/` on every system.
pub fn portable(path: &Path) -> String {
    let name = path.display().to_string();
    if cfg!(windows) { name.replace('\\', "/") } else { name }
}

/// A path in a file of `folder`, as seen from the current folder. An empty path stays empty.
///
/// # Examples
/// ```
/// use std::path::Path;
/// use spariglio_files::base::resolved;
///
/// let path = Path::new("../../runs/scopa");
/// assert_eq!(resolved("configs/learn", path), Path::new("runs/scopa"));
/// assert_eq!(resolved("", path), path, "no file");
/// ```
pub fn resolved(folder: &str, path: &Path) -> PathBuf {
    if folder.is_empty() || path.is_absolute() || path.as_os_str().is_empty() {
        return path.to_path_buf();
    }
    shortened(&Path::new(folder).join(path))
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
    let Placed { folder, value } = Placed::<PathBuf>::deserialize(deserializer)?;
    Ok(Some(resolved(&folder, &value)))
}

/// Reads a list of paths of a file.
///
/// # Errors
/// It is no list of texts.
pub fn several<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<PathBuf>, D::Error> {
    let Placed { folder, value } = Placed::<Vec<PathBuf>>::deserialize(deserializer)?;
    Ok(value.iter().map(|path| resolved(&folder, path)).collect())
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
            let path_read = resolved(&folder(Path::new(file)), Path::new(path));
            assert_eq!(path_read, Path::new(expected), "{file} {path}");
        }
    }

    #[derive(Deserialize)]
    struct File {
        #[serde(deserialize_with = "several")]
        x: Vec<PathBuf>,
    }

    #[test]
    fn only_a_file_has_a_folder() {
        for (folder, expected) in [("a/b", "a/c"), ("", "../c")] {
            let File { x } = spariglio_engine::format::read_toml("x = [\"../c\", \"/e\"]", folder).expect("sound");
            assert_eq!(x, [Path::new(expected), Path::new("/e")]);
        }
    }

    #[cfg(unix)]
    #[test]
    fn the_parent_of_a_link_is_that_of_its_target() {
        let folder = tempfile::tempdir().expect("a folder");
        let at = |name: &str| folder.path().join(name);
        std::fs::create_dir_all(at("far/away")).expect("made");
        std::os::unix::fs::symlink(at("far/away"), at("link")).expect("linked");
        let path_read = resolved(&super::folder(&at("link/x.toml")), Path::new("../c"));
        assert_eq!(path_read, at("link/../c"));
    }
}
