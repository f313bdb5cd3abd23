//! A program shut in by bubblewrap: no network, no process but its own, a file system that holds the system's programs and
//! its own folder, which it can only read, and an empty folder for temporary files.

use std::path::{Path, PathBuf};

/// What runs a program shut in.
pub(super) const BUBBLEWRAP: &str = "bwrap";
/// Folders and files of the system that programs need, where they exist.
const SYSTEM: [&str; 8] = [
    "/usr",
    "/bin",
    "/sbin",
    "/lib",
    "/lib64",
    "/etc/alternatives",
    "/etc/ld.so.cache",
    "/etc/localtime",
];
/// The settings that a program finds in its environment.
const ENVIRONMENT: [[&str; 2]; 3] = [
    ["PATH", "/usr/local/bin:/usr/bin:/bin"],
    ["HOME", "/tmp"],
    ["LANG", "C.UTF-8"],
];

/// The command line that runs `words` shut in; `folders` are what they can read beside the system, and the last one is where
/// they begin.
pub(super) fn shut_in(words: &[String], folders: &[PathBuf]) -> Vec<String> {
    let mut line: Vec<String> = [
        BUBBLEWRAP,
        "--unshare-all",
        "--die-with-parent",
        "--new-session",
        "--clearenv",
    ]
    .map(str::to_owned)
    .to_vec();
    let mut say = |option: &str, values: &[&str]| {
        line.push(option.to_owned());
        line.extend(values.iter().map(|&value| value.to_owned()));
    };
    for setting in &ENVIRONMENT {
        say("--setenv", setting);
    }
    for path in SYSTEM {
        say("--ro-bind-try", &[path, path]);
    }
    say("--proc", &["/proc"]);
    say("--dev", &["/dev"]);
    say("--tmpfs", &["/tmp"]);
    for folder in folders {
        let folder = folder.to_string_lossy();
        say("--ro-bind", &[&folder, &folder]);
    }
    let begin = folders.last().map_or("/tmp".into(), |folder| folder.to_string_lossy());
    say("--chdir", &[&begin]);
    say("--", &[]);
    line.extend_from_slice(words);
    line
}

/// The folders that a command needs whose `files` are given: of each file its own, and of one in `bin` the folder above,
/// which holds its libraries. None of them is the whole file system.
pub(super) fn folders(files: &[PathBuf]) -> Vec<PathBuf> {
    let mut folders: Vec<PathBuf> = Vec::new();
    for file in files {
        let Some(folder) = std::path::absolute(file).ok().and_then(|file| home(&file)) else {
            continue;
        };
        if folder.parent().is_some() && !SYSTEM.iter().any(|system| folder.starts_with(system)) {
            folders.retain(|other| *other != folder);
            folders.push(folder);
        }
    }
    folders
}

fn home(file: &Path) -> Option<PathBuf> {
    let folder = file.parent()?;
    let is_bin = folder.file_name().is_some_and(|name| name == "bin");
    Some(folder.parent().filter(|_| is_bin).unwrap_or(folder).to_path_buf())
}

#[cfg(test)]
mod tests {
    use std::path::{Path, PathBuf};

    use super::{folders, shut_in};

    #[test]
    fn a_program_sees_the_system_and_its_own_folder() {
        let files = [
            "/srv/bots/venv/bin/python",
            "/srv/bots/mine/main.py",
            "/usr/bin/python3",
        ]
        .map(PathBuf::from);
        let own = folders(&files);
        assert_eq!(own, ["/srv/bots/venv", "/srv/bots/mine"].map(PathBuf::from));
        let words = ["python3", "main.py", "--fast"].map(str::to_owned);
        let line = shut_in(&words, &own).join(" ");
        assert!(line.starts_with("bwrap --unshare-all "), "{line}");
        assert!(line.contains(" --ro-bind /srv/bots/venv /srv/bots/venv "), "{line}");
        assert!(
            line.ends_with(" --chdir /srv/bots/mine -- python3 main.py --fast"),
            "{line}"
        );
        assert!(!line.contains(" --bind "), "{line}");
    }

    #[test]
    fn the_whole_file_system_is_no_folder_of_a_program() {
        assert_eq!(folders(&[PathBuf::from("/main.py")]), [] as [&Path; 0]);
    }
}
