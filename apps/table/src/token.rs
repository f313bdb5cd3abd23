//! Tokens: names and keys that cannot be guessed.

/// A source of random bits.
pub type Random<'a> = &'a mut dyn FnMut() -> u64;

/// 128 random bits as hexadecimal digits: the cookie of a run, the key of a seat, or the name of a table.
pub fn new_token(random: Random<'_>) -> String {
    format!("{:016x}{:016x}", random(), random())
}

/// Whether two tokens are equal. The time does not depend on the position of a difference.
pub fn is_same(one: &str, other: &str) -> bool {
    // No early exit: every byte is compared.
    let differences = one.bytes().zip(other.bytes()).fold(0, |sum, (a, b)| sum | (a ^ b));
    one.len() == other.len() && differences == 0
}

/// Whether a text has the form of a token.
pub fn is_token(text: &str) -> bool {
    text.len() == 32 && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}
