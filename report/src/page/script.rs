//! The script of pages with decisions, and the policy that lets only it run.

use sha2::{Digest, Sha256};

/// The script.
pub const SCRIPT: &str = include_str!("../script.js");

const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// The content security policy of pages: nothing from elsewhere, no script but [`SCRIPT`].
#[must_use]
pub fn policy() -> String {
    let hash = base64(&Sha256::digest(SCRIPT));
    format!(
        "default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{hash}'; img-src data:; base-uri 'none'; form-action 'none'"
    )
}

/// Base 64 with padding (RFC 4648, section 4).
fn base64(bytes: &[u8]) -> String {
    let group = |part: &[u8]| -> String {
        let bits = (0..3).fold(0, |bits, at| bits << 8 | u32::from(part.get(at).copied().unwrap_or(0)));
        let digit = |at: usize| match at <= part.len() {
            true => char::from(DIGITS[(bits >> (18 - 6 * at) & 63) as usize]),
            false => '=',
        };
        (0..4).map(digit).collect()
    };
    bytes.chunks(3).map(group).collect()
}

#[cfg(test)]
mod tests {
    use super::{SCRIPT, base64, policy};

    #[test]
    fn base_64_of_the_examples_of_rfc_4648() {
        let texts = ["", "f", "fo", "foo", "foob", "fooba", "foobar"].map(|text| base64(text.as_bytes()));
        assert_eq!(texts, ["", "Zg==", "Zm8=", "Zm9v", "Zm9vYg==", "Zm9vYmE=", "Zm9vYmFy"]);
    }

    #[test]
    fn the_script_is_small_and_the_policy_names_its_hash() {
        assert!(SCRIPT.len() < 4000 && !SCRIPT.contains("</"));
        assert!(policy().contains("script-src 'sha256-"));
    }
}
