//! Tables and figures of LaTeX, with captions.

use super::Found;
use crate::page::{Cell, Page, Table};
use crate::picture::Picture;
use crate::shade::Shade;

/// A `table` with rules of booktabs.
pub(super) fn table(page: &Page, found: &Found<'_>) -> String {
    let Found { name, title, note, table } = found;
    let columns: String = (0..table.heads.len())
        .map(|column| if table.is_left(column) { 'l' } else { 'r' })
        .collect();
    let heads: Vec<String> = (0..table.heads.len()).map(|column| head(table, column)).collect();
    format!(
        "% needs \\usepackage{{booktabs}}\n\\begin{{table}}\n  \\centering\n  \\caption{{{}}}\n  \\label{{tab:{name}}}\n  \\footnotesize\n  \
         \\setlength{{\\tabcolsep}}{{2.5pt}}\n  \\smallskip\n  \
         \\begin{{tabular}}{{@{{}}{columns}@{{}}}}\n    \\toprule\n    {} \\\\\n    \\midrule\n{}    \\bottomrule\n  \\end{{tabular}}\n\
         \\end{{table}}\n",
        caption(page, title, note),
        heads.join(" & "),
        rows(table),
    )
}

/// A `figure` that shows the PDF file of a picture.
pub(super) fn figure(page: &Page, picture: &Picture) -> String {
    let name = picture.name;
    format!(
        "% needs \\usepackage{{graphicx}} and \\graphicspath{{{{FOLDER/}}}}, the folder of this file\n\\begin{{figure}}\n  \
         \\centering\n  \\includegraphics[width=\\linewidth]{{{name}.pdf}}\n  \\caption{{{}}}\n  \\label{{fig:{}}}\n\
         \\end{{figure}}\n",
        caption(page, picture.title, &picture.note),
        name.replace('_', "-"),
    )
}

/// The longest head of one line, in letters.
const LINE: usize = 10;

/// The head of a column: in two lines if it is long, as wide columns do not fit on a page.
fn head(table: &Table, column: usize) -> String {
    let head = table.heads[column].as_str();
    let middle = |&at: &usize| at.abs_diff(head.len() / 2);
    let blank = head.match_indices(' ').map(|(at, _)| at).min_by_key(middle);
    match blank.filter(|_| head.chars().count() > LINE) {
        Some(at) => {
            let side = if table.is_left(column) { 'l' } else { 'r' };
            format!("\\shortstack[{side}]{{{}\\\\{}}}", escaped(&head[..at]), escaped(&head[at + 1..]))
        }
        None => escaped(head),
    }
}

fn rows(table: &Table) -> String {
    let row = |cells: &Vec<Cell>| {
        let cells: Vec<String> = cells.iter().map(cell).collect();
        format!("    {} \\\\\n", cells.join(" & "))
    };
    table.rows.iter().map(row).collect()
}

/// Bold if the shade says that the figure is decided.
fn cell(cell: &Cell) -> String {
    let text = if cell.typed {
        typed(&cell.text)
    } else {
        escaped(&cell.text)
    };
    let text = match cell.shade {
        Some(Shade::Good(_) | Shade::Bad(_)) => format!("\\textbf{{{text}}}"),
        _ => text,
    };
    match cell.small.as_str() {
        "" => text,
        small => format!("{text} {{\\footnotesize {}}}", escaped(small)),
    }
}

/// The title and the note, and what gives the figures again.
fn caption(page: &Page, title: &str, note: &str) -> String {
    let played = page
        .tiles
        .iter()
        .find(|tile| ["hands", "matches"].contains(&tile.what.as_str()));
    let played = played.map(|tile| match tile.more.as_str() {
        "" => format!("{} {}", tile.figure, tile.what),
        more => format!("{} {} ({more})", tile.figure, tile.what),
    });
    let has_version = page.facts.iter().any(|fact| fact.starts_with("version"));
    let origin = page.origin.clone().filter(|_| !has_version);
    let facts: Vec<String> = page.facts.iter().cloned().chain(played).chain(origin).collect();
    let mut sentences = vec![sentence(title), sentence(note), sentence(&facts.join(", "))];
    sentences.extend(page.command.as_ref().map(|command| format!("Command: {}.", typed(command))));
    sentences.push("Made with Spariglio~\\cite{spariglio}.".to_owned());
    sentences.retain(|sentence| !sentence.is_empty());
    sentences.join(" ")
}

/// Words with a capital and a full stop.
fn sentence(words: &str) -> String {
    let words = words.trim().trim_end_matches('.');
    let mut letters = words.chars();
    let first: String = letters.next().into_iter().flat_map(char::to_uppercase).collect();
    if first.is_empty() {
        first
    } else {
        escaped(&format!("{first}{}.", letters.as_str()))
    }
}

/// Text in the font of a typewriter, which may break after commas and colons.
fn typed(text: &str) -> String {
    let breaks = escaped(text).replace(',', ",\\allowbreak{}").replace(':', ":\\allowbreak{}");
    format!("\\texttt{{{}}}", breaks.replace("--", "-{}-"))
}

/// Text that LaTeX shows as it is.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    let mut before = ' ';
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let is_minus = letter == '-' && " (".contains(before) && letters.peek().is_some_and(char::is_ascii_digit);
        match sign(if is_minus { '\u{2212}' } else { letter }) {
            "" => escaped.push(letter),
            sign => escaped.push_str(sign),
        }
        before = letter;
    }
    // Raised signs that follow each other are one exponent.
    escaped.replace("}$$^{", "")
}

/// A sign in LaTeX; empty if it stands for itself.
fn sign(letter: char) -> &'static str {
    match letter {
        '&' => "\\&",
        '%' => "\\%",
        '$' => "\\$",
        '#' => "\\#",
        '_' => "\\_",
        '{' => "\\{",
        '}' => "\\}",
        '~' => "\\textasciitilde{}",
        '^' => "\\textasciicircum{}",
        '\\' => "\\textbackslash{}",
        '<' => "\\textless{}",
        '>' => "\\textgreater{}",
        '|' => "\\textbar{}",
        '\u{2212}' => "$-$",
        '±' => "$\\pm$",
        '×' => "$\\times$",
        '·' => "$\\cdot$",
        '≤' => "$\\le$",
        '≥' => "$\\ge$",
        '→' => "$\\to$",
        '…' => "\\ldots{}",
        '\u{a0}' | '\u{202f}' => "~",
        '⁻' => "$^{-}$",
        '⁰' => "$^{0}$",
        '¹' => "$^{1}$",
        '²' => "$^{2}$",
        '³' => "$^{3}$",
        '⁴' => "$^{4}$",
        '⁵' => "$^{5}$",
        '⁶' => "$^{6}$",
        '⁷' => "$^{7}$",
        '⁸' => "$^{8}$",
        '⁹' => "$^{9}$",
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use super::{caption, escaped, table, typed};
    use crate::page::{Cell, Page, Table, Tile};
    use crate::paper::Found;
    use crate::shade::Shade;

    #[test]
    fn signs_of_latex_are_escaped() {
        assert_eq!(
            escaped("50 % & a_b {c} ±0.1 \u{2212}2 (-3) a-4"),
            "50 \\% \\& a\\_b \\{c\\} $\\pm$0.1 $-$2 ($-$3) a-4"
        );
        assert_eq!(escaped("\\x^2 ~ 10⁻⁵"), "\\textbackslash{}x\\textasciicircum{}2 \\textasciitilde{} 10$^{-5}$");
        assert_eq!(typed("a --hands b,c"), "\\texttt{a -{}-hands b,\\allowbreak{}c}");
    }

    #[test]
    fn a_table_has_rules_and_a_caption() {
        let page = Page {
            facts: vec!["rules scopa".to_owned(), "seed 1".to_owned(), "version 0.3.0".to_owned()],
            command: Some("spariglio arena".to_owned()),
            tiles: vec![Tile::new("hands", "1,200", "600 deals")],
            ..Page::default()
        };
        let mut contents = Table::new(["pair", "points per hand"]);
        contents.push([Cell::from("a"), Cell::from("+1.2").with("±0.3").shaded(Shade::Good(1.0))]);
        let pairs = Found {
            name: "pairs".to_owned(),
            title: "Pairs".to_owned(),
            note: "each once.",
            table: &contents,
        };
        let text = table(&page, &pairs);
        assert!(
            text.contains("\\begin{tabular}{@{}lr@{}}\n    \\toprule\n    pair & \\shortstack[r]{points\\\\per hand} \\\\\n    \\midrule\n"),
            "{text}"
        );
        assert!(
            text.contains("    a & \\textbf{+1.2} {\\footnotesize $\\pm$0.3} \\\\\n    \\bottomrule\n"),
            "{text}"
        );
        assert_eq!(
            caption(&page, "Pairs", "each once."),
            "Pairs. Each once. Rules scopa, seed 1, version 0.3.0, 1,200 hands (600 deals). Command: \
             \\texttt{spariglio arena}. Made with Spariglio~\\cite{spariglio}."
        );
    }
}
