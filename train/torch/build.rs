//! Lets tests find libtorch at run time: adds an rpath to the folder in `LIBTORCH`.
//!
//! Cargo does not pass link arguments to dependents: if a package has a program that trains, it needs such a script
//! too.

use std::path::PathBuf;

fn main() {
    println!("cargo::rerun-if-env-changed=LIBTORCH");
    let Some(folder) = std::env::var_os("LIBTORCH").map(PathBuf::from) else {
        return;
    };
    println!("cargo::rerun-if-changed={}", folder.join("lib").display());
    // The link in the checkout points to the user's cache, which outlives the checkout.
    let Ok(folder) = folder.canonicalize() else {
        return;
    };
    let library = folder.join("lib");
    println!("cargo::rustc-link-arg=-Wl,--enable-new-dtags,-rpath,{}", library.display());
}
