//! Tokens: names and keys that nobody can guess.

use spariglio_arena::random_seed;

/// 128 random bits in hexadecimal digits: the cookie of a run, the key of a seat, the name of a table.
pub(crate) fn random_token() -> String {
    format!("{:016x}{:016x}", random_seed(), random_seed())
}

/// Whether two tokens are equal, in a time that does not tell where they differ.
pub(crate) fn is_same(one: &str, other: &str) -> bool {
    let differences = one.bytes().zip(other.bytes()).fold(0, |sum, (a, b)| sum | (a ^ b));
    one.len() == other.len() && differences == 0
}

/// Whether a text has the form of a token.
pub(crate) fn is_token(text: &str) -> bool {
    text.len() == 32 && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}
