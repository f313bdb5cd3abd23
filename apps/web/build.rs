//! Lists the files of `assets/`, so that the binary contains them all.

use std::path::Path;
use std::{env, fs};

fn main() {
    println!("cargo::rerun-if-changed=assets");
    let mut names: Vec<String> = fs::read_dir("assets")
        .expect("the folder `assets`")
        .map(|entry| entry.expect("a file").file_name().into_string().expect("a name in UTF-8"))
        .filter(|name| {
            [".html", ".css", ".js", ".json", ".woff2"]
                .iter()
                .any(|end| name.ends_with(end))
        })
        .collect();
    names.sort_unstable();
    let list: Vec<String> = names.iter().map(|name| format!("{name:?}")).collect();
    let folder = env::var("OUT_DIR").expect("set by cargo");
    let text = format!("files!({});\n", list.join(", "));
    fs::write(Path::new(&folder).join("assets.rs"), text).expect("written");
}
