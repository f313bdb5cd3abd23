//! Hashes of contents: SHA-256 in hexadecimal.

use std::fmt::Write;
use std::fs::File;
use std::io::Read;
use std::path::Path;

use sha2::{Digest, Sha256};

use crate::whole::{FileError, retried};

/// Bytes of a file that are hashed at once.
const PIECE: usize = 1 << 16;

/// A hash of content that comes in pieces; the cuts between the pieces do not change it.
#[derive(Clone, Debug, Default)]
pub struct Hasher(Sha256);

impl Hasher {
    /// Adds the next piece.
    pub fn update(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    /// The hash in hexadecimal, 64 digits.
    pub fn hex(self) -> String {
        let digits = |mut text: String, byte: &u8| {
            write!(text, "{byte:02x}").expect("a String takes any text");
            text
        };
        self.0.finalize().iter().fold(String::with_capacity(64), digits)
    }
}

/// The SHA-256 of `bytes` in hexadecimal, 64 digits.
///
/// # Examples
/// ```
/// use spariglio_files::hash::{Hasher, sha256_hex, short_hash};
///
/// let mut hasher = Hasher::default();
/// hasher.update(b"set");
/// hasher.update(b"tebello");
/// assert_eq!(hasher.hex(), sha256_hex("settebello"));
/// assert!(sha256_hex("settebello").starts_with(&short_hash("settebello")));
/// ```
pub fn sha256_hex(bytes: impl AsRef<[u8]>) -> String {
    let mut hasher = Hasher::default();
    hasher.update(bytes.as_ref());
    hasher.hex()
}

/// The length of a file and its SHA-256 in hexadecimal. Reads it in pieces, however long it is.
///
/// # Errors
/// The file cannot be read.
pub fn sha256_of_file(path: &Path) -> Result<(u64, String), FileError> {
    let fail = |source| FileError::io(path, "read", source);
    let mut file = File::open(path).map_err(fail)?;
    let (mut hasher, mut length, mut piece) = (Hasher::default(), 0, vec![0; PIECE]);
    loop {
        match retried(|| file.read(&mut piece)).map_err(fail)? {
            0 => return Ok((length, hasher.hex())),
            read => {
                hasher.update(&piece[..read]);
                length += read as u64;
            }
        }
    }
}

/// The first 16 digits of the SHA-256, used if a name must be short.
pub fn short_hash(bytes: impl AsRef<[u8]>) -> String {
    sha256_hex(bytes)[..16].to_owned()
}

/// The first 64 bits of the SHA-256 of a number. The number cannot be computed from them.
#[must_use]
pub fn one_way(number: u64) -> u64 {
    let digest = Sha256::digest(number.to_be_bytes());
    digest.iter().take(8).fold(0, |hash, &byte| hash << 8 | u64::from(byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_known_hash() {
        let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
        assert_eq!(sha256_hex(b""), empty);
        assert_eq!(short_hash(b""), empty[..16]);
        let seven = short_hash([0, 0, 0, 0, 0, 0, 0, 7]);
        assert_eq!(format!("{:016x}", one_way(7)), seven);
        let mut pieces = Hasher::default();
        pieces.update(b"ab");
        pieces.update(b"c");
        assert_eq!(pieces.hex(), sha256_hex(b"abc"));
        let folder = tempfile::tempdir().expect("a folder");
        let (path, bytes) = (folder.path().join("file"), vec![7; PIECE + 1]);
        std::fs::write(&path, &bytes).expect("written");
        assert_eq!(sha256_of_file(&path).expect("readable"), (bytes.len() as u64, sha256_hex(&bytes)));
    }
}
