//! A program in a sandbox by bubblewrap: no network and no other process. It can only read the system's programs and
//! its own folder, and has an empty folder for temporary files. A filter refuses the system calls that namespaces do not
//! cut. Bubblewrap itself has an empty environment, because a program inside can read it in `/proc/1/environ`.

use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;

use super::filter;

/// The program that makes the sandbox.
pub(super) const BUBBLEWRAP: &str = "bwrap";
/// Refuses user namespaces inside the sandbox: a program has all rights in a namespace that it makes.
const NO_NAMESPACES: &str = "--disable-userns";
/// The user and the group of a program in a sandbox.
const NOBODY: &str = "65534";
/// Folders and files of the system that programs need, if they exist.
const SYSTEM: [&str; 8] =
    ["/usr", "/bin", "/sbin", "/lib", "/lib64", "/etc/alternatives", "/etc/ld.so.cache", "/etc/localtime"];
/// The parts of `/proc` that root may write.
const SETTINGS: [&str; 4] = ["/proc/sys", "/proc/sysrq-trigger", "/proc/irq", "/proc/bus"];
/// The marks of a folder that `bin` inside needs as a whole: environments of Python and Conda, programs with libraries.
const PREFIX: [&str; 3] = ["pyvenv.cfg", "conda-meta", "lib"];
/// The environment variables of a program in a sandbox.
const ENVIRONMENT: [[&str; 2]; 3] = [["PATH", "/usr/local/bin:/usr/bin:/bin"], ["HOME", "/tmp"], ["LANG", "C.UTF-8"]];

/// The command of bubblewrap with these arguments and an empty environment. It has no `PATH`, so the program is looked up
/// here. `folder` keeps the filter of system calls, which the shell opens.
pub(super) fn command(folder: &Path, arguments: &[String]) -> io::Result<Command> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let files = std::env::split_paths(&path).map(|folder| folder.join(BUBBLEWRAP));
    let file = files
        .filter(|file| file.is_file())
        .find_map(|file| std::path::absolute(file).ok());
    let bubblewrap = file.ok_or(io::ErrorKind::NotFound)?;
    let knows = refuses_namespaces(&bubblewrap);
    let mut command = match filter::program() {
        None => Command::new(bubblewrap),
        Some(program) => {
            let path = folder.join("filter");
            std::fs::write(&path, program)?;
            let mut shell = Command::new("/bin/sh");
            // `env -i`: a shell may have variables of its own.
            shell.args(["-c", "f=$0; exec env -i \"$@\" 9<\"$f\""]).arg(path);
            shell.arg(bubblewrap).args(["--seccomp", "9"]);
            shell
        }
    };
    command.env_clear().args(knows.then_some(NO_NAMESPACES)).args(arguments);
    Ok(command)
}

/// Whether this `bubblewrap` can refuse user namespaces here. Version 0.8 is the first that knows how; it needs to write
/// below `/proc/sys`. Tried once.
fn refuses_namespaces(bubblewrap: &Path) -> bool {
    static TRIED: OnceLock<bool> = OnceLock::new();
    *TRIED.get_or_init(|| {
        let mut trial = Command::new(bubblewrap);
        trial.args(["--unshare-all", "--unshare-user", NO_NAMESPACES]);
        trial.args(["--ro-bind", "/", "/", "--proc", "/proc", "--dev", "/dev", "true"]);
        trial
            .env_clear()
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        trial.status().is_ok_and(|status| status.success())
    })
}

/// The command line that runs `words` in a sandbox. They can read the system and the [`folders`] of `files`, which are
/// those among the words. They start in the last of these folders, or in `/tmp` if there is none.
pub(super) fn shut_in(words: &[String], files: &[PathBuf]) -> Vec<String> {
    let folders = folders(files);
    let mut line: Vec<String> = [
        BUBBLEWRAP,
        "--unshare-all",
        // A user without rights, even if root runs the arena: root could mount its folders again and write there.
        "--unshare-user",
        "--uid",
        NOBODY,
        "--gid",
        NOBODY,
        "--cap-drop",
        "ALL",
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
    // For the kernel the user without rights is still root if root runs the arena: root may write its settings.
    for path in SETTINGS {
        say("--ro-bind-try", &[path, path]);
    }
    say("--dev", &["/dev"]);
    say("--tmpfs", &["/tmp"]);
    for folder in &folders {
        let folder = folder.to_string_lossy();
        say("--ro-bind", &[&folder, &folder]);
    }
    let begin = folders.last().map_or("/tmp".into(), |folder| folder.to_string_lossy());
    say("--chdir", &[&begin]);
    say("--", &[]);
    line.extend(words.iter().map(|word| {
        let file = files.iter().find(|file| file.as_path() == Path::new(word));
        let file = file.and_then(|file| std::path::absolute(file).ok());
        file.map_or(word.clone(), |file| file.to_string_lossy().into_owned())
    }));
    line
}

/// The folders that a command with these `files` needs: each file's own folder, or the one above if that is `bin` of a
/// [`PREFIX`]. Folders of the system, the user's own and the whole file system are left out.
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
    let is_prefix = |above: &&Path| {
        let is_own = std::env::home_dir().is_some_and(|own| own == **above);
        is_bin && !is_own && PREFIX.iter().any(|mark| above.join(mark).exists())
    };
    Some(folder.parent().filter(is_prefix).unwrap_or(folder).to_path_buf())
}

/// Refuses named pipes, sockets and devices in the folders of a program, at any depth: they would connect it with other
/// programs.
///
/// # Errors
/// Names the first such file, or a folder that cannot be read.
pub(super) fn check(folders: &[PathBuf]) -> Result<(), String> {
    let mut open = folders.to_vec();
    while let Some(folder) = open.pop() {
        let fault = |error: io::Error| format!("{}: {error}", folder.display());
        for entry in std::fs::read_dir(&folder).map_err(fault)? {
            let entry = entry.map_err(fault)?;
            let kind = entry.file_type().map_err(fault)?;
            if kind.is_dir() {
                open.push(entry.path());
            } else if !kind.is_file() && !kind.is_symlink() {
                let path = entry.path();
                return Err(format!(
                    "{} is a named pipe, a socket or a device: expected files and folders",
                    path.display()
                ));
            }
        }
    }
    Ok(())
}

// There is no sandbox on other systems.
#[cfg(all(test, unix))]
mod tests {
    use std::path::{Path, PathBuf};

    use super::{check, folders, shut_in};

    #[test]
    fn a_program_sees_the_system_and_its_own_folder() {
        let bots = tempfile::tempdir().expect("a folder");
        let [venv, user] = ["venv", "user"].map(|name| bots.path().join(name));
        std::fs::create_dir_all(venv.join("lib")).expect("made");
        let files = [venv.join("bin/python"), user.join("bin/bot"), "/usr/bin/python3".into(), "mine/main.py".into()];
        let mine = std::path::absolute("mine").expect("a folder");
        assert_eq!(folders(&files), [venv.clone(), user.join("bin"), mine.clone()]);
        let words = ["python3", "mine/main.py", "--fast"].map(str::to_owned);
        let line = shut_in(&words, &files).join(" ");
        assert!(line.starts_with("bwrap --unshare-all "), "{line}");
        let venv = venv.display();
        assert!(line.contains(&format!(" --ro-bind {venv} {venv} ")), "{line}");
        let mine = mine.display();
        let end = format!(" --chdir {mine} -- python3 {mine}/main.py --fast");
        assert!(line.ends_with(&end), "{line}");
        assert!(!line.contains(" --bind "), "{line}");
    }

    #[test]
    fn the_whole_file_system_is_no_folder_of_a_program() {
        assert_eq!(folders(&[PathBuf::from("/main.py")]), [] as [&Path; 0]);
    }

    #[test]
    fn a_pipe_in_the_folder_of_a_program_is_refused() {
        let bots = tempfile::tempdir().expect("a folder");
        let inside = bots.path().join("data/more");
        std::fs::create_dir_all(&inside).expect("made");
        std::os::unix::fs::symlink("/dev/null", inside.join("link")).expect("linked");
        assert_eq!(check(&[bots.path().to_path_buf()]), Ok(()));
        let _socket = std::os::unix::net::UnixListener::bind(inside.join("chan")).expect("bound");
        let why = check(&[bots.path().to_path_buf()]).expect_err("a socket");
        assert!(why.contains("data/more/chan is a named pipe, a socket or a device"), "{why}");
    }
}
