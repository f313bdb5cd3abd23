//! Checks for every report: its page is well formed and links to nothing, its tables have complete rows, its pictures
//! can be read and are not empty.

use std::fs;
use std::path::Path;

use resvg::tiny_skia::Pixmap;
use resvg::usvg::{Options, Tree};

/// Elements without an end tag.
const VOID: [&str; 3] = ["meta", "link", "wbr"];

/// Checks all files of the report in `folder`.
pub fn whole(folder: &Path) {
    let page = fs::read_to_string(folder.join("report.html")).expect("a page");
    balanced(&page);
    alone(&page);
    let text = fs::read_to_string(folder.join("report.md")).expect("Markdown");
    whole_tables(&text);
    // Matches have no pictures.
    for entry in fs::read_dir(folder.join("report")).into_iter().flatten() {
        let path = entry.expect("a file").path();
        let end = path.extension().and_then(|end| end.to_str()).expect("an end");
        match end {
            "svg" => whole_picture(&path),
            "png" | "pdf" => assert!(path.with_extension("svg").exists(), "{}", path.display()),
            "csv" | "tex" | "bib" => {
                whole_paper(&path, end);
                continue;
            }
            _ => panic!("{}", path.display()),
        }
        let name = path.file_stem().and_then(|name| name.to_str()).expect("a name");
        assert!(text.contains(&format!("(report/{name}.svg)")), "{name} is not named");
    }
}

/// Checks a file for a paper: a table has rows of one length, and LaTeX ends what it begins.
fn whole_paper(path: &Path, end: &str) {
    let text = fs::read_to_string(path).expect("text");
    let count = |part: &str| text.matches(part).count();
    match end {
        "csv" => assert!(text.lines().count() > 1 && text.ends_with("\r\n"), "{}: {text}", path.display()),
        "tex" => {
            assert!(count("\\begin{") == count("\\end{") && count("\\caption{") == 1, "{}: {text}", path.display());
            assert_eq!(count("{"), count("}"), "{}: {text}", path.display());
        }
        _ => assert!(text.starts_with("@software{spariglio,"), "{text}"),
    }
}

/// Every element has an end tag, in the right order.
fn balanced(page: &str) {
    let page = page.strip_prefix("<!DOCTYPE html>").expect("a document");
    let mut open: Vec<&str> = Vec::new();
    for part in page.split('<').skip(1) {
        let (tag, _) = part.split_once('>').expect("a tag that ends");
        let name = tag.trim_start_matches('/').split([' ', '/']).next().expect("a name");
        if tag.starts_with('/') {
            assert_eq!(open.pop(), Some(name), "{tag}");
        } else if !tag.ends_with('/') && !VOID.contains(&name) {
            open.push(name);
        }
    }
    assert_eq!(open, Vec::<&str>::new());
}

/// The page loads nothing from elsewhere.
fn alone(page: &str) {
    let page = page.replace("http://www.w3.org/2000/svg", "").replace("href=\"data:,\"", "");
    for link in page.split("href=\"#").skip(1) {
        let id = link.split('"').next().expect("an id");
        assert!(page.contains(&format!("id=\"{id}\"")), "{id} is not on the page");
    }
    let page = page.replace("href=\"#", "");
    for link in ["http:", "https:", "src=", "href=", "@import", "url(", "<script"] {
        assert!(!page.contains(link), "{link}");
    }
}

/// All rows of a table have as many cells as its heads.
fn whole_tables(text: &str) {
    let cells = |line: &str| line.replace("\\|", "").matches('|').count();
    let mut tables = 0;
    for part in text.split("\n\n").filter(|part| part.starts_with('|')) {
        let counts: Vec<usize> = part.lines().map(cells).collect();
        assert!(counts.len() > 2 && counts.iter().all(|&count| count == counts[0]), "{part}");
        tables += 1;
    }
    assert_eq!(text.matches("| ---").count().min(1), tables.min(1));
}

/// The SVG file parses; the PNG file beside it has twice its size and more than one colour.
fn whole_picture(svg: &Path) {
    let text = fs::read_to_string(svg).expect("text");
    assert!(!text.contains("var("), "{}", svg.display());
    let size = Tree::from_str(&text, &Options::default()).expect("an SVG picture").size();
    let pixels = Pixmap::decode_png(&fs::read(svg.with_extension("png")).expect("a file")).expect("a PNG picture");
    let expected = [size.width(), size.height()].map(|side| (2.0 * side).ceil() as u32);
    assert_eq!([pixels.width(), pixels.height()], expected, "{}", svg.display());
    let inked = pixels.pixels().iter().filter(|&&pixel| pixel != pixels.pixels()[0]).count();
    let share = inked as f64 / pixels.pixels().len() as f64;
    assert!(share > 0.01, "{}: {share}", svg.display());
}
