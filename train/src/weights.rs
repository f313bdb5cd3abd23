//! Arrays of weights in safetensors files: one or more sets (weights, moments), each with every tensor of a layout, and
//! one text of facts about them. Same content: same bytes.

use std::collections::HashMap;
use std::path::Path;

use safetensors::tensor::{Dtype, SafeTensors, TensorView, serialize};
use spariglio_files::whole::{read_bytes, write_whole};

use crate::error::TrainError;
use crate::layout::{Layout, TensorSpec};

/// Key of the text in the file's metadata; a single key, since the order of several is not fixed.
const FACTS: &str = "spariglio";

/// Writes the `sets` (prefix of the names, flat values) with `facts`.
///
/// # Errors
/// The file cannot be written.
///
/// # Panics
/// If a set has not the length of the layout.
pub(crate) fn write(
    path: &Path,
    layout: &Layout,
    sets: &[(&str, &[f32])],
    facts: Option<String>,
) -> Result<(), TrainError> {
    let mut tensors: Vec<(String, Vec<usize>, Vec<u8>)> = Vec::new();
    for (prefix, values) in sets {
        assert_eq!(values.len(), layout.len, "values of {prefix}");
        for spec in &layout.tensors {
            let values = &values[spec.start..][..spec.len];
            let bytes = values.iter().flat_map(|value| value.to_le_bytes()).collect();
            tensors.push((format!("{prefix}{}", spec.name), spec.shape.clone(), bytes));
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
    let metadata = facts.map(|facts| HashMap::from([(FACTS.to_owned(), facts)]));
    Ok(write_whole(path, serialize(views, metadata).map_err(fail)?)?)
}

/// The sets with these prefixes, flat, and the facts.
///
/// # Errors
/// The file cannot be read, is no safetensors file, or lacks a tensor of that shape: the error names it.
pub(crate) fn read(
    path: &Path,
    layout: &Layout,
    prefixes: &[&str],
) -> Result<(Vec<Vec<f32>>, Option<String>), TrainError> {
    let bytes = read_bytes(path)?;
    let damaged = |error| TrainError::file(path, format!("is no whole safetensors file: {error}"));
    let file = SafeTensors::deserialize(&bytes).map_err(damaged)?;
    let (_, metadata) = SafeTensors::read_metadata(&bytes).map_err(damaged)?;
    let facts = metadata.metadata().as_ref().and_then(|facts| facts.get(FACTS)).cloned();
    let mut sets = Vec::new();
    for prefix in prefixes {
        let mut values = Vec::with_capacity(layout.len);
        for spec in &layout.tensors {
            read_tensor(path, &file, prefix, spec, &mut values)?;
        }
        sets.push(values);
    }
    Ok((sets, facts))
}

/// The facts of a file alone.
///
/// # Errors
/// The file cannot be read or has none.
pub(crate) fn read_facts(path: &Path) -> Result<String, TrainError> {
    let bytes = read_bytes(path)?;
    let damaged = |error| TrainError::file(path, format!("is no whole safetensors file: {error}"));
    let (_, metadata) = SafeTensors::read_metadata(&bytes).map_err(damaged)?;
    let facts = metadata.metadata().as_ref().and_then(|facts| facts.get(FACTS)).cloned();
    facts.ok_or_else(|| TrainError::file(path, format!("has no metadata {FACTS:?}")))
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
    values.extend(words.iter().map(|&word| f32::from_le_bytes(word)));
    Ok(())
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
        write(&path, &layout, &sets, Some("facts".to_owned())).unwrap();
        let first = std::fs::read(&path).unwrap();
        let (read, facts) = read(&path, &layout, &["b.", "a."]).unwrap();
        assert_eq!(read, [two.clone(), one.clone()]);
        assert_eq!(facts.as_deref(), Some("facts"));
        assert_eq!(read_facts(&path).unwrap(), "facts");
        write(&path, &layout, &sets, Some("facts".to_owned())).unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), first);
    }

    #[test]
    fn errors_name_file_and_tensor() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("w.safetensors");
        let small = layout(4);
        write(&path, &small, &[("", &vec![0.0; small.len])], None).unwrap();
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
