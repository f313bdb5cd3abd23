//! Results are read with care: somebody may have changed the file. Figures are computed again from the sums and compared
//! with those in the file.

use serde::Serialize;
use serde_json::Value;

use crate::difference::difference;

/// Fails if the file's value `found` differs from the result `fresh`, which was computed from its sums.
///
/// # Errors
/// The first field that differs, with the found and the expected value.
pub(crate) fn unchanged(found: &Value, fresh: &impl Serialize) -> Result<(), String> {
    let fresh = serde_json::to_value(fresh).map_err(|error| error.to_string())?;
    difference(found, &fresh).map_or(Ok(()), Err)
}
