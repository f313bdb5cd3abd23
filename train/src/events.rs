//! TensorBoard event files: TFRecord frames (length, masked CRC-32C, payload, masked CRC-32C) around protobuf `Event`s
//! that hold scalars. Sources: `tensorflow/core/lib/io/record_writer.h`, `tensorflow/core/util/event.proto`, `summary.proto`.

use crate::events::crc32c::masked_crc32c;

pub mod crc32c;

/// The first event of every file: the version of the format.
#[must_use]
pub fn version_frame(wall_time: f64) -> Vec<u8> {
    let mut event = Vec::new();
    put_double(&mut event, 1, wall_time);
    put_bytes(&mut event, 3, b"brain.Event:2");
    frame(&event)
}

/// One event: the scalars `(tag, value)` at `step`, `wall_time` in seconds since 1970.
#[must_use]
pub fn scalars_frame(wall_time: f64, step: u64, scalars: &[(&str, f32)]) -> Vec<u8> {
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
}
