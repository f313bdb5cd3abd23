//! A file that leads a browser to the server, so that no command line has the token: every user of the machine sees
//! command lines. An address that works once would not do: such a user could be faster than the browser.

use std::io::{self, Write};
use std::path::Path;

use tempfile::{Builder, NamedTempFile};

/// A page on the disk that only the user may read. Dropping it removes it.
#[derive(Debug)]
pub struct PageFile(NamedTempFile);

impl PageFile {
    /// A page that leads to `address`.
    pub(crate) fn to(address: &str) -> io::Result<PageFile> {
        let mut file = Builder::new().prefix("spariglio-").suffix(".html").tempfile()?;
        let head = "<!DOCTYPE html><meta charset=\"utf-8\"><title>Spariglio</title>";
        write!(file, "{head}<meta http-equiv=\"refresh\" content=\"0; url={address}\">")?;
        Ok(PageFile(file))
    }

    /// Its place. The name has no secret.
    #[must_use]
    pub fn path(&self) -> &Path {
        self.0.path()
    }
}
