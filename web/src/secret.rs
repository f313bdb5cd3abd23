//! Names and keys that nobody can guess.

use spariglio_arena::random_seed;

/// 128 random bits in hexadecimal digits: a token, a key of a seat, a name of a table.
pub(crate) fn secret() -> String {
    format!("{:016x}{:016x}", random_seed(), random_seed())
}

/// Whether two secrets are equal, in a time that does not tell where they differ.
pub(crate) fn is_same(one: &str, other: &str) -> bool {
    let differences = one.bytes().zip(other.bytes()).fold(0, |sum, (a, b)| sum | (a ^ b));
    one.len() == other.len() && differences == 0
}

/// Whether a text has the form of a secret.
pub(crate) fn is_secret(text: &str) -> bool {
    text.len() == 32 && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}
