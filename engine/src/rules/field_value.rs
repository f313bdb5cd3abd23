//! A value that a field of a rule set may have, with its meaning.

/// A value that a field may have.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct FieldValue {
    /// The value as files write it, without quotes.
    pub text: String,
    /// Its meaning.
    pub meaning: &'static str,
}

impl FieldValue {
    pub(super) fn new(text: impl Into<String>, meaning: &'static str) -> FieldValue {
        FieldValue { text: text.into(), meaning: meaning.trim() }
    }
}
