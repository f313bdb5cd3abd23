//! The file of a result in the form that its name ends in: the whole result, or its table for a paper.

use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use spariglio_files::write_whole;
use spariglio_report::paper::Form;

use crate::common::check_own;

/// The form of the table that `path` names; `None` if it names the whole result.
///
/// # Errors
/// The name ends in another form.
fn form(path: &Path) -> Result<Option<Form>> {
    let form = Form::of(path);
    let is_result = path.extension().is_some_and(|end| end == "json");
    if form.is_none() && !is_result {
        bail!(
            "--out {}: expected a name that ends in .json (the result), .csv or .tex (its table)",
            path.display()
        );
    }
    Ok(form)
}

/// Moves the name of a table out of `out`, which then names a whole result or nothing.
///
/// # Errors
/// As [`form`], or `out` is a file of other contents.
pub fn take_table(out: &mut Option<PathBuf>) -> Result<Option<(PathBuf, Form)>> {
    let Some(path) = out.as_deref() else { return Ok(None) };
    let form = form(path)?;
    let start = match form {
        None => "{\"kind\":",
        Some(Form::Csv) => "pair,",
        Some(Form::Latex) => "% needs \\usepackage{booktabs}",
    };
    check_own("--out", path, |text| text.starts_with(start))?;
    Ok(form.and_then(|form| Some((out.take()?, form))))
}

/// Writes the table of a result, if it is wanted.
///
/// # Errors
/// The file cannot be written.
pub fn write(table: Option<&(PathBuf, Form)>, text: impl FnOnce(Form) -> String) -> Result<()> {
    if let Some((path, form)) = table {
        write_whole(path, text(*form))?;
    }
    Ok(())
}
