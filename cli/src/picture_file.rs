//! A picture in a file whose name says its form.

use std::path::Path;

use anyhow::{Result, bail};
use spariglio_files::write_whole;
use spariglio_report::picture::Picture;

enum Form {
    Svg,
    Png,
}

fn form(path: &Path) -> Result<Form> {
    match path.extension().and_then(|end| end.to_str()) {
        Some("svg") => Ok(Form::Svg),
        Some("png") => Ok(Form::Png),
        _ => bail!(
            "--picture {}: expected a name that ends in .svg or .png",
            path.display()
        ),
    }
}

/// Refuses a name without a form, before the work whose picture it shall hold.
pub fn check(path: &Path) -> Result<()> {
    form(path).map(|_| ())
}

/// Writes a picture.
pub fn write(path: &Path, picture: &Picture) -> Result<()> {
    match form(path)? {
        Form::Svg => write_whole(path, picture.svg().as_bytes())?,
        Form::Png => write_whole(path, &picture.png()?)?,
    }
    Ok(())
}
