//! Reads whole files up to a limit: 64 MiB for texts, 2 GiB for others. If a wrong name is given (a device, a data
//! set), that is an error. Also tells if a file exists.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// The longest text in mebibytes: configurations, rules, results.
const MOST_TEXT: u64 = 64;
/// The longest file of any other kind in mebibytes: networks, shards.
const MOST_BYTES: u64 = 2048;

/// The byte order mark, with which some programs begin a text. Readers of texts skip it.
pub(crate) const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// The text of a file, without its byte order mark.
///
/// # Errors
/// The file cannot be read, is longer than 64 MiB, or is not UTF-8.
pub fn read_text(path: &Path) -> io::Result<String> {
    let mut bytes = read(path, MOST_TEXT)?;
    if bytes.starts_with(BYTE_ORDER_MARK) {
        bytes.drain(..BYTE_ORDER_MARK.len());
    }
    String::from_utf8(bytes).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error.utf8_error()))
}

/// The bytes of a file.
///
/// # Errors
/// The file cannot be read, or is longer than 2 GiB.
pub fn read_bytes(path: &Path) -> io::Result<Vec<u8>> {
    read(path, MOST_BYTES)
}

/// Whether a path exists, even if it is a broken link.
///
/// # Errors
/// The system cannot look up the path.
pub fn is_there(path: &Path) -> io::Result<bool> {
    match path.symlink_metadata() {
        Ok(_) => Ok(true),
        Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => Ok(false),
        Err(error) => Err(error),
    }
}

fn read(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let file = File::open(path)?;
    let limit = most << 20;
    let length = file.metadata()?.len().min(limit);
    let mut bytes = Vec::with_capacity(length as usize);
    file.take(limit + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > limit {
        let message = format!("it is longer than {most} MiB, the limit for such a file");
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, message));
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(unix)]
    fn a_file_without_end_is_refused() {
        let error = read(Path::new("/dev/zero"), 1).expect_err("no end");
        assert!(error.to_string().contains("longer than 1 MiB"), "{error}");
    }

    #[test]
    fn a_file_may_be_as_long_as_the_limit() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("file");
        std::fs::write(&path, vec![b'a'; 1 << 20]).expect("written");
        assert_eq!(read(&path, 1).expect("read").len(), 1 << 20);
        std::fs::write(&path, vec![b'a'; (1 << 20) + 1]).expect("written");
        assert!(read(&path, 1).is_err());
    }
}
