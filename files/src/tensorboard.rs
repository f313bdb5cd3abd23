//! The numbers of `metrics.jsonl` as TensorBoard events: TFRecord frames (length, masked CRC-32C, payload, masked
//! CRC-32C) around protobuf `Event`s that hold scalars. Sources: `tensorflow/core/lib/io/record_writer.h`,
//! `tensorflow/core/util/event.proto`, `summary.proto`.

mod crc32c;

use std::path::{Path, PathBuf};

use crate::metrics::{LearningLine, Line};
use crate::whole::{FileError, make_folder};
use crc32c::masked_crc32c;

/// The path of an event file of the run in `dir`, whose folder is made.
///
/// # Errors
/// The folder cannot be made.
pub fn path(dir: &Path, number: u32) -> Result<PathBuf, FileError> {
    let folder = dir.join("tb");
    make_folder(&folder)?;
    Ok(folder.join(format!("events.out.tfevents.{number:010}.spariglio")))
}

/// The events of some lines of metrics, one after the other.
pub fn events<'a>(lines: impl IntoIterator<Item = &'a Line>) -> Vec<u8> {
    let mut newest = None;
    let mut events = Vec::new();
    for line in lines {
        match line {
            Line::Learning(numbers) => {
                newest = Some(numbers);
                events.extend(learning(numbers));
            }
            // A match follows the line of its network.
            Line::Eval(result) => {
                if let Some(numbers) = newest {
                    let tag = format!("margin/{}", result.opponent);
                    events.extend(scalars_frame(numbers.time, numbers.decisions, &[(&tag, result.mean as f32)]));
                }
            }
            Line::Gate(_) => {}
        }
    }
    events
}

/// The event of a line of learning, at its number of decisions.
fn learning(line: &LearningLine) -> Vec<u8> {
    let [first, second, third, fourth] = line.value_explained;
    let numbers = [
        ("learning/entropy", line.entropy),
        ("learning/divergence", line.divergence),
        ("learning/value_explained_1", first),
        ("learning/value_explained_2", second),
        ("learning/value_explained_3", third),
        ("learning/value_explained_4", fourth),
        ("learning/gradient_norm", line.gradient_norm),
        ("learning/learning_rate", line.learning_rate),
        ("learning/decisions_per_second", line.decisions_per_second),
    ];
    let labels = line.label_divergence.map(|number| ("learning/label_divergence", number));
    let scalars: Vec<(&str, f32)> = numbers
        .into_iter()
        .chain(labels)
        .map(|(tag, number)| (tag, number as f32))
        .collect();
    scalars_frame(line.time, line.decisions, &scalars)
}

/// The first event of every file: the version of the format.
#[must_use]
pub fn version_frame(wall_time: f64) -> Vec<u8> {
    let mut event = Vec::new();
    put_double(&mut event, 1, wall_time);
    put_bytes(&mut event, 3, b"brain.Event:2");
    frame(&event)
}

/// One event: the scalars `(tag, value)` at `step`, `wall_time` in seconds since 1970.
fn scalars_frame(wall_time: f64, step: u64, scalars: &[(&str, f32)]) -> Vec<u8> {
    let mut summary = Vec::new();
    for (tag, scalar) in scalars {
        let mut value = Vec::new();
        put_bytes(&mut value, 1, tag.as_bytes());
        put_float(&mut value, 2, *scalar);
        put_bytes(&mut summary, 1, &value);
    }
    let mut event = Vec::new();
    put_double(&mut event, 1, wall_time);
    put_key(&mut event, 2, 0);
    put_varint(&mut event, step);
    put_bytes(&mut event, 5, &summary);
    frame(&event)
}

/// `payload` as a TFRecord.
fn frame(payload: &[u8]) -> Vec<u8> {
    let length = (payload.len() as u64).to_le_bytes();
    let mut record = Vec::with_capacity(payload.len() + 16);
    record.extend_from_slice(&length);
    record.extend_from_slice(&masked_crc32c(&length).to_le_bytes());
    record.extend_from_slice(payload);
    record.extend_from_slice(&masked_crc32c(payload).to_le_bytes());
    record
}

/// Key of a protobuf field: its number and its wire type (0 varint, 1 eight bytes, 2 counted bytes, 5 four bytes).
fn put_key(out: &mut Vec<u8>, field: u8, wire: u8) {
    out.push(field << 3 | wire);
}

fn put_varint(out: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

fn put_double(out: &mut Vec<u8>, field: u8, value: f64) {
    put_key(out, field, 1);
    out.extend_from_slice(&value.to_le_bytes());
}

fn put_float(out: &mut Vec<u8>, field: u8, value: f32) {
    put_key(out, field, 5);
    out.extend_from_slice(&value.to_le_bytes());
}

fn put_bytes(out: &mut Vec<u8>, field: u8, bytes: &[u8]) {
    put_key(out, field, 2);
    put_varint(out, bytes.len() as u64);
    out.extend_from_slice(bytes);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metrics::MatchLine;

    #[test]
    fn a_frame_is_length_crc_payload_crc() {
        let record = frame(b"abc");
        assert_eq!(record.len(), 8 + 4 + 3 + 4);
        assert_eq!(record[..8], 3u64.to_le_bytes());
        assert_eq!(record[8..12], masked_crc32c(&record[..8]).to_le_bytes());
        assert_eq!(&record[12..15], b"abc");
        assert_eq!(record[15..], masked_crc32c(b"abc").to_le_bytes());
    }

    #[test]
    fn scalars_in_protobuf() {
        let record = scalars_frame(1.0, 300, &[("a", 0.5)]);
        let payload = &record[12..record.len() - 4];
        let mut expected = vec![0x09];
        expected.extend_from_slice(&1f64.to_le_bytes());
        expected.extend_from_slice(&[0x10, 0xac, 0x02]); // step 300
        expected.extend_from_slice(&[0x2a, 10, 0x0a, 8, 0x0a, 1, b'a', 0x15]);
        expected.extend_from_slice(&0.5f32.to_le_bytes());
        assert_eq!(payload, expected);
    }

    #[test]
    fn a_match_stands_at_the_decisions_of_its_network() {
        let gradient = LearningLine { decisions: 300, time: 1.0, entropy: 0.5, ..LearningLine::default() };
        let result = MatchLine { opponent: "formula".to_owned(), mean: 0.75, ..MatchLine::default() };
        let lines = [Line::Eval(result.clone()), Line::Learning(gradient), Line::Eval(result)];
        let events = events(&lines);
        let match_event = scalars_frame(1.0, 300, &[("margin/formula", 0.75)]);
        assert!(events.ends_with(&match_event));
        let before = &events[..events.len() - match_event.len()];
        let tag = b"learning/entropy";
        assert!(before.windows(tag.len()).any(|bytes| bytes == tag));
        assert!(!before.windows(7).any(|bytes| bytes == b"margin/"), "no network, no step");
    }
}
