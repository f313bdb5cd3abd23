//! Arrays of weights in safetensors files: one or more sets (weights, moments), each with every tensor of a layout, and
//! one text of facts about them. Same content: same bytes.

use std::collections::HashMap;
use std::path::Path;

use safetensors::tensor::{Dtype, SafeTensors, TensorView, serialize};
use spariglio_files::seal::{opened, seal, unsealed};
use spariglio_files::whole::{read_bytes, write_whole};

use crate::error::TrainError;
use crate::layout::{Layout, TensorSpec};

/// Key of the text in the file's metadata; a single key, since the order of several is not fixed.
const FACTS: &str = "spariglio";

/// Writes the `sets` (prefix of the names, flat values) with `facts`, sealed.
///
/// # Errors
/// A number is not finite, or the file cannot be written.
///
/// # Panics
/// If a set has not the length of the layout.
pub(crate) fn write(path: &Path, layout: &Layout, sets: &[(&str, &[f32])], facts: &str) -> Result<(), TrainError> {
    Ok(write_whole(
        path,
        seal(to_bytes(path, layout, sets, Some(unsealed(facts)))?),
    )?)
}

/// The bytes of a file of the `sets`; `path` is named in errors.
///
/// # Errors
/// A number is not finite.
///
/// # Panics
/// If a set has not the length of the layout.
pub(crate) fn to_bytes(
    path: &Path,
    layout: &Layout,
    sets: &[(&str, &[f32])],
    text: Option<String>,
) -> Result<Vec<u8>, TrainError> {
    let mut tensors: Vec<(String, Vec<usize>, Vec<u8>)> = Vec::new();
    for (prefix, values) in sets {
        assert_eq!(values.len(), layout.len, "values of {prefix}");
        for spec in &layout.tensors {
            let (name, values) = (format!("{prefix}{}", spec.name), &values[spec.start..][..spec.len]);
            check_finite(path, &name, values)?;
            let bytes = values.iter().flat_map(|value| value.to_le_bytes()).collect();
            tensors.push((name, spec.shape.clone(), bytes));
        }
    }
    let fail = |error: safetensors::SafeTensorError| TrainError::file(path, error);
    let views = tensors.iter().map(|(name, shape, bytes)| {
        Ok((
            name.as_str(),
            TensorView::new(Dtype::F32, shape.clone(), bytes).map_err(fail)?,
        ))
    });
    let views: Vec<_> = views.collect::<Result<_, TrainError>>()?;
    let metadata = text.map(|text| HashMap::from([(FACTS.to_owned(), text)]));
    serialize(views, metadata).map_err(fail)
}

/// The sets with these prefixes, flat, and the facts that were sealed with them.
///
/// # Errors
/// The file cannot be read, is no safetensors file, is not as it was sealed, or lacks a tensor of that shape: the error names it.
pub(crate) fn read(path: &Path, layout: &Layout, prefixes: &[&str]) -> Result<(Vec<Vec<f32>>, String), TrainError> {
    let bytes = read_bytes(path)?;
    let facts = facts(path, &bytes)?;
    Ok((sets(path, &bytes, layout, prefixes)?, facts))
}

/// The sets with these prefixes, flat, of a file's bytes; `path` is named in errors.
///
/// # Errors
/// The bytes are no safetensors file, or lack a tensor of that shape: the error names it.
pub(crate) fn sets(path: &Path, bytes: &[u8], layout: &Layout, prefixes: &[&str]) -> Result<Vec<Vec<f32>>, TrainError> {
    let file = SafeTensors::deserialize(bytes).map_err(|error| damaged(path, &error))?;
    let mut sets = Vec::new();
    for prefix in prefixes {
        let mut values = Vec::with_capacity(layout.len);
        for spec in &layout.tensors {
            read_tensor(path, &file, prefix, spec, &mut values)?;
        }
        sets.push(values);
    }
    Ok(sets)
}

/// The facts of a file alone.
///
/// # Errors
/// The file cannot be read, has none, or is not as it was sealed.
pub(crate) fn read_facts(path: &Path) -> Result<String, TrainError> {
    facts(path, &read_bytes(path)?)
}

fn facts(path: &Path, bytes: &[u8]) -> Result<String, TrainError> {
    let (_, metadata) = SafeTensors::read_metadata(bytes).map_err(|error| damaged(path, &error))?;
    let text = metadata.metadata().as_ref().and_then(|facts| facts.get(FACTS));
    let text = text.ok_or_else(|| TrainError::file(path, format!("has no metadata {FACTS:?}")))?;
    Ok(opened(path, bytes, text)?.to_owned())
}

fn damaged(path: &Path, error: &safetensors::SafeTensorError) -> TrainError {
    TrainError::file(path, format!("is no whole safetensors file: {error}"))
}

fn check_finite(path: &Path, name: &str, values: &[f32]) -> Result<(), TrainError> {
    match values.iter().find(|value| !value.is_finite()) {
        None => Ok(()),
        Some(value) => Err(TrainError::mismatch(
            path,
            format!("tensor {name}"),
            "finite numbers",
            value,
        )),
    }
}

fn read_tensor(
    path: &Path,
    file: &SafeTensors,
    prefix: &str,
    spec: &TensorSpec,
    values: &mut Vec<f32>,
) -> Result<(), TrainError> {
    let name = format!("{prefix}{}", spec.name);
    let expected = format!("f32 {:?}", spec.shape);
    let tensor = file
        .tensor(&name)
        .map_err(|_| TrainError::mismatch(path, format!("tensor {name}"), &expected, "none"))?;
    if tensor.dtype() != Dtype::F32 || tensor.shape() != spec.shape {
        let found = format!("{:?} {:?}", tensor.dtype(), tensor.shape()).to_lowercase();
        return Err(TrainError::mismatch(path, format!("tensor {name}"), expected, found));
    }
    let (words, _) = tensor.data().as_chunks::<4>();
    let start = values.len();
    values.extend(words.iter().map(|&word| f32::from_le_bytes(word)));
    check_finite(path, &name, &values[start..])
}

#[cfg(test)]
mod tests {
    use super::*;
    use spariglio_agents::features::FEATURES;
    use spariglio_agents::net::NetConfig;

    fn layout(hidden: usize) -> Layout {
        Layout::new(NetConfig {
            hidden,
            blocks: 1,
            action_dim: 3,
            value_hidden: 2,
        })
    }

    #[test]
    fn sets_come_back_and_bytes_repeat() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("w.safetensors");
        let layout = layout(4);
        let one: Vec<f32> = (0..layout.len).map(|i| i as f32).collect();
        let two: Vec<f32> = one.iter().map(|x| -x).collect();
        let sets = [("a.", &one[..]), ("b.", &two[..])];
        write(&path, &layout, &sets, "facts").unwrap();
        let first = std::fs::read(&path).unwrap();
        let (read, facts) = read(&path, &layout, &["b.", "a."]).unwrap();
        assert_eq!(read, [two.clone(), one.clone()]);
        assert_eq!(facts, "facts");
        assert_eq!(read_facts(&path).unwrap(), "facts");
        write(&path, &layout, &sets, "facts").unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), first);
    }

    #[test]
    fn one_flipped_bit_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("w.safetensors");
        let layout = layout(4);
        write(&path, &layout, &[("", &vec![0.5; layout.len])], "facts").unwrap();
        let whole = std::fs::read(&path).unwrap();
        for place in (0..whole.len()).step_by(97).chain([whole.len() - 1]) {
            let mut flipped = whole.clone();
            flipped[place] ^= 1 << (place % 8);
            std::fs::write(&path, flipped).unwrap();
            let error = read(&path, &layout, &[""]).unwrap_err().to_string();
            assert!(error.contains("w.safetensors: "), "{error}");
            assert!(read_facts(&path).is_err());
        }
    }

    #[test]
    fn numbers_that_are_none_are_neither_written_nor_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("w.safetensors");
        let layout = layout(4);
        let mut values = vec![0.5; layout.len];
        let bytes = to_bytes(&path, &layout, &[("", &values)], None).unwrap();
        let (_, header) = SafeTensors::read_metadata(&bytes).unwrap();
        let start = bytes.len() - header.data_len();
        let mut broken = bytes;
        broken[start..start + 4].copy_from_slice(&f32::NAN.to_le_bytes());
        let error = sets(&path, &broken, &layout, &[""]).unwrap_err().to_string();
        assert!(error.contains("expected finite numbers, found NaN"), "{error}");
        values[0] = f32::INFINITY;
        let error = write(&path, &layout, &[("", &values)], "facts")
            .unwrap_err()
            .to_string();
        assert!(
            error.contains("tensor input.weight") && error.contains("found inf"),
            "{error}"
        );
        assert!(!path.exists());
    }

    #[test]
    fn errors_name_file_and_tensor() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("w.safetensors");
        let small = layout(4);
        write(&path, &small, &[("", &vec![0.0; small.len])], "facts").unwrap();
        let error = read(&path, &layout(6), &[""]).unwrap_err().to_string();
        assert!(error.contains("w.safetensors: tensor input.weight"), "{error}");
        assert!(
            error.contains(&format!("expected f32 [6, {FEATURES}], found f32 [4, {FEATURES}]")),
            "{error}"
        );
        let error = read(&path, &small, &["m."]).unwrap_err().to_string();
        assert!(error.contains("tensor m.input.weight"), "{error}");
        std::fs::write(&path, b"short").unwrap();
        let error = read(&path, &small, &[""]).unwrap_err().to_string();
        assert!(error.contains("no whole safetensors file"), "{error}");
    }
}
