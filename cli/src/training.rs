//! Training, which needs libtorch: a program of its own does it, `spariglio-train` beside this one, so that this one never loads
//! libtorch.

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::{Status, learn, train};

/// The program that trains.
const PROGRAM: &str = "spariglio-train";

/// Does the work that needs libtorch.
pub trait Training {
    /// The work of `spariglio train`.
    ///
    /// # Errors
    /// Whatever stopped it.
    fn train(&self, args: &train::Args) -> Result<Status>;

    /// The work of `spariglio learn` with generations.
    ///
    /// # Errors
    /// Whatever stopped it.
    fn generations(&self, args: &learn::Args) -> Result<Status>;
}

/// Training by the program `spariglio-train`, which gets the same arguments.
pub struct Apart {
    arguments: Vec<OsString>,
}

impl Apart {
    /// For the arguments of a command line, its program first.
    #[must_use]
    pub fn new(arguments: &[OsString]) -> Apart {
        Apart {
            arguments: arguments.iter().skip(1).cloned().collect(),
        }
    }

    fn run(&self) -> Result<Status> {
        let program = beside()?;
        check_starts(&program)?;
        let mut command = Command::new(&program);
        command.args(&self.arguments);
        // Signals and the exit status are then those of the program.
        #[cfg(unix)]
        return Err(std::os::unix::process::CommandExt::exec(&mut command)).context(program.display().to_string());
        #[cfg(not(unix))]
        std::process::exit(command.status()?.code().unwrap_or(2))
    }
}

impl Training for Apart {
    fn train(&self, _args: &train::Args) -> Result<Status> {
        self.run()
    }

    fn generations(&self, _args: &learn::Args) -> Result<Status> {
        self.run()
    }
}

/// No training, for a program that comes without it, such as that of the Python package.
pub struct Absent;

impl Absent {
    fn refuse() -> Result<Status> {
        bail!(
            "this spariglio, of the Python package, comes without training, which needs libtorch; a checkout of Spariglio trains: \
             there `make setup` fetches libtorch, then `cargo build --release -p spariglio-cli --features train` builds it"
        )
    }
}

impl Training for Absent {
    fn train(&self, _args: &train::Args) -> Result<Status> {
        Absent::refuse()
    }

    fn generations(&self, _args: &learn::Args) -> Result<Status> {
        Absent::refuse()
    }
}

/// The program that trains, which lies where this one does.
fn beside() -> Result<PathBuf> {
    let own = std::env::current_exe()?;
    let program = own.with_file_name(format!("{PROGRAM}{}", std::env::consts::EXE_SUFFIX));
    if !program.is_file() {
        bail!(
            "training needs libtorch and the program {}, which is not there; `make setup` fetches libtorch, then \
             `cargo build --release -p spariglio-cli --features train` builds it",
            program.display()
        );
    }
    Ok(program)
}

/// Says what to do where the system cannot load the program, which is linked with libtorch.
fn check_starts(program: &std::path::Path) -> Result<()> {
    let tried = Command::new(program).arg("--version").output();
    let tried = tried.with_context(|| program.display().to_string())?;
    if !tried.status.success() {
        let said = String::from_utf8_lossy(&tried.stderr);
        bail!(
            "{} does not start ({}); libtorch may have gone: `make setup` fetches it, then \
             `cargo build --release -p spariglio-cli --features train` builds the program anew",
            program.display(),
            said.trim().lines().last().unwrap_or("it says nothing")
        );
    }
    Ok(())
}
