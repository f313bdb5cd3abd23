//! Lets a `spariglio` that trains find libtorch at run time, from any folder: an rpath to the folder that `LIBTORCH` names.
//!
//! Without the feature `train` nothing is linked and nothing is asked for.

use std::path::PathBuf;

fn main() {
    println!("cargo::rerun-if-env-changed=LIBTORCH");
    if std::env::var_os("CARGO_FEATURE_TRAIN").is_none() {
        return;
    }
    let Some(folder) = std::env::var_os("LIBTORCH").map(PathBuf::from) else {
        return;
    };
    println!("cargo::rerun-if-changed={}", folder.join("lib").display());
    // The link in the checkout leads to the user's cache, which outlives the checkout.
    let Ok(folder) = folder.canonicalize() else {
        return;
    };
    let library = folder.join("lib");
    println!(
        "cargo::rustc-link-arg=-Wl,--enable-new-dtags,-rpath,{}",
        library.display()
    );
}
