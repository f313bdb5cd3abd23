//! Sets the program's version and commit. With the feature `train`, adds an rpath to the libtorch that `LIBTORCH`
//! names, so that the program finds it at run time from any folder.
//!
//! Without that feature nothing is linked and libtorch is not looked for.

use std::path::{Path, PathBuf};
use std::process::Command;

fn main() {
    tell_version();
    link_libtorch();
}

/// Sets `SPARIGLIO_VERSION` to the version and, if this is a git checkout, the commit: `0.3.0 (1a2b3c4d5)`.
fn tell_version() {
    let version = env!("CARGO_PKG_VERSION");
    let commit = git(&["rev-parse", "--short=9", "HEAD"]);
    let version_and_commit = commit.map_or(version.to_owned(), |commit| format!("{version} ({commit})"));
    println!("cargo::rustc-env=SPARIGLIO_VERSION={version_and_commit}");
    // This log grows with every commit and change of branch. If cargo got a path that does not exist, it would rebuild
    // each time.
    if let Some(log) = git(&["rev-parse", "--git-path", "logs/HEAD"]).filter(|log| Path::new(log).exists()) {
        println!("cargo::rerun-if-changed={log}");
    }
    println!("cargo::rerun-if-changed=build.rs");
}

/// The output of a git command; `None` if this is no checkout or git is not installed.
fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}

fn link_libtorch() {
    println!("cargo::rerun-if-env-changed=LIBTORCH");
    if std::env::var_os("CARGO_FEATURE_TRAIN").is_none() {
        return;
    }
    let Some(folder) = std::env::var_os("LIBTORCH").map(PathBuf::from) else {
        return;
    };
    println!("cargo::rerun-if-changed={}", folder.join("lib").display());
    // Resolves the checkout's link to the user's cache, which outlives the checkout.
    let Ok(folder) = folder.canonicalize() else {
        return;
    };
    let library = folder.join("lib");
    println!("cargo::rustc-link-arg=-Wl,--enable-new-dtags,-rpath,{}", library.display());
}
