//! The script of pages with decisions, and the policy that allows no other script.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};

/// The script.
pub const SCRIPT: &str = include_str!("../script.js");

/// The content security policy of pages: nothing from elsewhere, and no script except [`SCRIPT`].
#[must_use]
pub fn policy() -> String {
    let hash = STANDARD.encode(Sha256::digest(SCRIPT));
    format!(
        "default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{hash}'; img-src data:; base-uri 'none'; form-action 'none'"
    )
}

#[cfg(test)]
mod tests {
    use super::{Engine, SCRIPT, STANDARD, policy};

    #[test]
    fn base_64_of_the_examples_of_rfc_4648() {
        let texts = ["", "f", "fo", "foo", "foob", "fooba", "foobar"].map(|text| STANDARD.encode(text));
        assert_eq!(texts, ["", "Zg==", "Zm8=", "Zm9v", "Zm9vYg==", "Zm9vYmE=", "Zm9vYmFy"]);
    }

    #[test]
    fn the_script_is_small_and_the_policy_names_its_hash() {
        assert!(SCRIPT.len() < 4000 && !SCRIPT.contains("</"));
        assert!(policy().contains("script-src 'sha256-"));
    }
}
