//! The seal of a JSON file: the hash of all that the file states. It shows whether something was changed; it is no
//! signature.
//!
//! Invariant: all that stands under a key [`FIGURES`] is written for people. It follows from the rest: the seal does not
//! cover it, and a reader of the file computes it again.

use std::path::Path;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::hash::short_hash;
use crate::json::{read_value, typed};
use crate::whole::{FileError, read_if_there, write_whole};

/// The key of what is written for people.
pub const FIGURES: &str = "figures";
/// The key of the seal.
const SEAL: &str = "seal";

/// What a file states, with its seal.
#[derive(Serialize)]
struct Sealed<'f, T> {
    #[serde(flatten)]
    stated: &'f T,
    seal: String,
}

/// The JSON text of a file that states `stated`, with its seal.
///
/// # Errors
/// `stated` has no form as a JSON object.
///
/// # Examples
/// ```
/// use spariglio_files::sealed;
/// use serde_json::{Value, json};
///
/// let text = sealed::to_json(&json!({ "seed": 7, "figures": { "mean": 0.5 } }))?;
/// let read = |text: &str| sealed::read::<Value>(text);
/// assert_eq!(read(&text.replace("0.5", "0.9")), Ok(json!({ "seed": 7 })), "a figure has no effect");
/// assert!(read(&text.replace("7", "8")).expect_err("changed").starts_with("seal: "));
/// # Ok::<(), serde_json::Error>(())
/// ```
pub fn to_json(stated: &impl Serialize) -> serde_json::Result<String> {
    let seal = of(serde_json::to_value(stated)?);
    serde_json::to_string(&Sealed { stated, seal })
}

/// Writes the file `path` with its seal, as one line.
///
/// # Errors
/// The file cannot be written.
pub fn write(path: &Path, stated: &impl Serialize) -> Result<(), FileError> {
    let text = to_json(stated).map_err(|error| FileError::contents(path, error))?;
    write_whole(path, text + "\n")
}

/// Reads a `T` from the sealed file `path`; `None` if there is no file.
///
/// # Errors
/// The file cannot be read, or as [`read`].
pub fn load_if_there<T: DeserializeOwned>(path: &Path) -> Result<Option<T>, FileError> {
    let text = read_if_there(path)?;
    let stated = text.map(|text| read(&text).map_err(|message| FileError::contents(path, message)));
    stated.transpose()
}

/// Reads a `T` from the text of a sealed file.
///
/// # Errors
/// The text is not JSON, or as [`opened`].
pub fn read<T: DeserializeOwned>(text: &str) -> Result<T, String> {
    opened(read_value(text).map_err(|error| error.to_string())?)
}

/// Reads a `T` from the value of a sealed file, without the figures for people.
///
/// # Errors
/// The value is no `T`, or its seal is not that of its contents: something was changed. The text names the field.
pub fn opened<T: DeserializeOwned>(mut value: Value) -> Result<T, String> {
    let seal = value.as_object_mut().and_then(|fields| fields.remove(SEAL));
    remove_figures(&mut value);
    let stated = typed(&value).map_err(|error| error.to_string())?;
    let [found, expected] = [seal.unwrap_or_default(), Value::String(of(value))];
    if found != expected {
        return Err(format!("seal: found {found}, must be {expected}: a setting or a sum of this file was changed"));
    }
    Ok(stated)
}

/// The hash of a value without its figures, sixteen hexadecimal digits. The order of keys does not matter.
#[must_use]
pub fn of(mut value: Value) -> String {
    remove_figures(&mut value);
    value.sort_all_objects();
    short_hash(value.to_string())
}

fn remove_figures(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            fields.remove(FIGURES);
            fields.values_mut().for_each(remove_figures);
        }
        Value::Array(items) => items.iter_mut().for_each(remove_figures),
        _ => {}
    }
}
