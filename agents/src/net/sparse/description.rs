//! The description of a network inside its file of weights: the text of `meta.json`.

use std::borrow::Cow;

use safetensors::{SafeTensorError, SafeTensors};

/// The entry of the description in the metadata of a file of weights.
const DESCRIPTION: &str = "spariglio";

/// The description in a file of weights, if it has one.
pub fn description(file: &[u8]) -> Option<String> {
    let (_, header) = SafeTensors::read_metadata(file).ok()?;
    header.metadata().as_ref()?.get(DESCRIPTION).cloned()
}

/// A file of weights with another description.
pub fn described(file: &[u8], text: &str) -> Result<Vec<u8>, SafeTensorError> {
    let metadata = [(DESCRIPTION.to_owned(), text.to_owned())].into_iter().collect();
    safetensors::serialize(SafeTensors::deserialize(file)?.tensors(), Some(metadata))
}

/// A file of weights without the description `text`; as it is if it has another one or none.
pub fn bare<'f>(file: &'f [u8], text: &[u8]) -> Cow<'f, [u8]> {
    let is_known = description(file).is_some_and(|own| own.as_bytes() == text);
    let tensors = SafeTensors::deserialize(file).ok().filter(|_| is_known);
    let bytes = tensors.and_then(|tensors| safetensors::serialize(tensors.tensors(), None).ok());
    bytes.map_or(Cow::Borrowed(file), Cow::Owned)
}
