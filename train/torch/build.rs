//! Lets the tests find libtorch at run time: an rpath to the folder that `LIBTORCH` names.
//!
//! Cargo hands link arguments to no dependent: each package with a program that trains needs this script or one like it.

use std::path::PathBuf;

fn main() {
    println!("cargo::rerun-if-env-changed=LIBTORCH");
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
