//! The seal: a file's own SHA-256, in a text of the file. It is used if no companion file can state it (checkpoints).
//!
//! Invariant: the hash is that of the whole file with zeros in its own place, so a change of any bit shows.

use std::path::Path;

use crate::hash::{Hasher, sha256_hex};

use crate::whole::FileError;

/// The placeholder of the hash while it is computed.
const UNSEALED: &str = "0000000000000000000000000000000000000000000000000000000000000000";

/// The text for a file that will be sealed: the placeholder of the hash, a space, and `text`.
#[must_use]
pub fn unsealed(text: &str) -> String {
    format!("{UNSEALED} {text}")
}

/// The bytes of a file with its hash in the placeholder that [`unsealed`] made.
///
/// # Panics
/// If there is no placeholder.
#[must_use]
pub fn seal(mut bytes: Vec<u8>) -> Vec<u8> {
    let start = place(&bytes, UNSEALED).expect("an unsealed text");
    let hash = sha256_hex(&bytes);
    bytes[start..start + hash.len()].copy_from_slice(hash.as_bytes());
    bytes
}

/// The sealed text: `found`, as the file at `path` holds it, without its hash. `bytes` are those of the whole file.
///
/// # Errors
/// There is no hash, or it is not that of the bytes.
pub fn opened<'t>(path: &Path, bytes: &[u8], found: &'t str) -> Result<&'t str, FileError> {
    let (stated, text) = found
        .split_once(' ')
        .filter(|(stated, _)| stated.len() == UNSEALED.len())
        .ok_or_else(|| FileError::contents(path, format!("expected its SHA-256 and a text, found `{found}`")))?;
    let start = place(bytes, stated).unwrap_or(bytes.len());
    let end = bytes.len().min(start + stated.len());
    let mut hasher = Hasher::default();
    for piece in [&bytes[..start], UNSEALED.as_bytes(), &bytes[end..]] {
        hasher.update(piece);
    }
    let hash = hasher.hex();
    if hash == stated {
        return Ok(text);
    }
    let message = format!("sha256: expected {stated}, which the file states, found {hash}");
    Err(FileError::contents(path, message))
}

fn place(bytes: &[u8], hash: &str) -> Option<usize> {
    bytes.windows(hash.len()).position(|part| part == hash.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A file of some numbers around a text.
    fn file(text: &str) -> Vec<u8> {
        [b"\x01\x02", text.as_bytes(), b"\x03"].concat()
    }

    #[test]
    fn a_sealed_text_is_opened_and_every_flipped_bit_refused() {
        let sealed = seal(file(&unsealed("facts")));
        let text = |bytes: &[u8]| String::from_utf8_lossy(&bytes[2..bytes.len() - 1]).into_owned();
        let path = Path::new("a.safetensors");
        assert_eq!(opened(path, &sealed, &text(&sealed)).expect("whole"), "facts");
        for bit in 0..8 * sealed.len() {
            let mut flipped = sealed.clone();
            flipped[bit / 8] ^= 1 << (bit % 8);
            let error = opened(path, &flipped, &text(&flipped)).expect_err("flipped").to_string();
            assert!(error.starts_with("a.safetensors: ") && error.contains("expected"), "{error}");
        }
    }

    #[test]
    fn a_text_without_a_hash_is_refused() {
        let error = opened(Path::new("a"), b"facts", "facts").expect_err("no hash").to_string();
        assert_eq!(error, "a: expected its SHA-256 and a text, found `facts`");
    }
}
