//! Writes a picture in the format that the file's name ends in.

use std::path::Path;

use anyhow::{Result, bail};
use spariglio_files::Lock;
use spariglio_files::whole::write_whole;
use spariglio_report::picture::Picture;

enum Form {
    Svg,
    Pdf,
    Png,
}

fn form(path: &Path) -> Result<Form> {
    match path.extension().and_then(|end| end.to_str()) {
        Some("svg") => Ok(Form::Svg),
        Some("pdf") => Ok(Form::Pdf),
        Some("png") => Ok(Form::Png),
        _ => bail!("--picture {}: expected a name that ends in .svg, .pdf or .png", path.display()),
    }
}

/// Fails if the name ends in no known format; called before the work starts.
pub fn check(path: &Path) -> Result<()> {
    form(path).map(|_| ())
}

/// Writes a picture, and removes what a killed run has left of it.
pub fn write(path: &Path, picture: &Picture) -> Result<()> {
    let _lock = Lock::of_file(path)?;
    match form(path)? {
        Form::Svg => write_whole(path, picture.svg().as_bytes())?,
        Form::Pdf => write_whole(path, &picture.pdf()?)?,
        Form::Png => write_whole(path, &picture.png()?)?,
    }
    Ok(())
}
