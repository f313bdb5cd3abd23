//! Files of hand records, one JSON object per line, plain or compressed.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use crate::bounded::BYTE_ORDER_MARK;
use crate::whole::{FileError, retried, write_whole};

/// Compression level of zstd.
const LEVEL: i32 = 3;

/// The first bytes of a result.
const RESULT_START: &[u8] = br#"{"kind":""#;

/// The first bytes of a zstd file.
const ZSTD_MAGIC: [u8; 4] = [0x28, 0xB5, 0x2F, 0xFD];

/// The text of a file of records, decompressed if it is compressed, without its byte order mark; `-` is standard input.
///
/// # Errors
/// The file cannot be read or is no file of records, because its first line begins no JSON object. Or it is empty
/// although its name says that it is compressed.
pub fn open(file: &Path) -> io::Result<Box<dyn BufRead + Send>> {
    let raw: Box<dyn Read + Send> = if file == Path::new("-") {
        Box::new(io::stdin())
    } else {
        Box::new(File::open(file)?)
    };
    let mut source = BufReader::with_capacity(1 << 16, raw);
    let (is_empty, is_packed) = retried(|| {
        let start = source.fill_buf()?;
        Ok((start.is_empty(), start.starts_with(&ZSTD_MAGIC)))
    })?;
    if is_packed {
        return as_records(BufReader::new(zstd::Decoder::with_buffer(source)?));
    }
    if is_empty && is_packed_name(file) {
        let message = "an empty file, expected compressed records";
        return Err(io::Error::new(io::ErrorKind::UnexpectedEof, message));
    }
    as_records(source)
}

/// The source behind its byte order mark.
fn as_records(mut source: impl BufRead + Send + 'static) -> io::Result<Box<dyn BufRead + Send>> {
    let (mark, first, kind) = retried(|| {
        let start = source.fill_buf()?;
        let mark = if start.starts_with(BYTE_ORDER_MARK) {
            BYTE_ORDER_MARK.len()
        } else {
            0
        };
        let kind = start[mark..].strip_prefix(RESULT_START).map(|rest| {
            let end = rest.iter().position(|&byte| byte == b'"').unwrap_or(0);
            rest[..end].escape_ascii().to_string()
        });
        Ok((mark, start.get(mark).copied(), kind))
    })?;
    source.consume(mark);
    if let Some(kind) = kind {
        let message = format!("not a file of records: it has the kind `{kind}` (`spariglio report` shows results)");
        return Err(io::Error::new(io::ErrorKind::InvalidData, message));
    }
    if let Some(first) = first.filter(|first| !b"{ \t\r\n".contains(first)) {
        let first = first.escape_ascii();
        let message =
            format!("not a file of records: line 1: expected a JSON object, found a text that begins with `{first}`");
        return Err(io::Error::new(io::ErrorKind::InvalidData, message));
    }
    Ok(Box::new(source))
}

/// Whether a file of this name is compressed.
fn is_packed_name(file: &Path) -> bool {
    file.extension().is_some_and(|end| end == "zst")
}

/// Writes lines of records as one whole file, compressed if its name ends in `.zst`.
///
/// # Errors
/// The file cannot be written.
pub fn write(file: &Path, lines: &str) -> Result<(), FileError> {
    if is_packed_name(file) {
        let packed =
            zstd::encode_all(lines.as_bytes(), LEVEL).map_err(|source| FileError::io(file, "compress", source))?;
        return write_whole(file, packed);
    }
    write_whole(file, lines)
}

/// The longest line that is read, in mebibytes: a thousand times the length of a record.
const MOST_LINE: u64 = 16;

/// Reads the next line into `line`, without its line end; replaces the old contents. `false` at the end of the file.
///
/// # Errors
/// The file cannot be read, or the line is longer than 16 MiB.
pub fn read_line(source: &mut dyn BufRead, line: &mut Vec<u8>) -> io::Result<bool> {
    line.clear();
    let limit = MOST_LINE << 20;
    let length = source.take(limit + 1).read_until(b'\n', line)?;
    if length as u64 > limit {
        let message = format!("a line longer than {MOST_LINE} MiB");
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, message));
    }
    if line.last() == Some(&b'\n') {
        line.pop();
    }
    Ok(length > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_byte_order_mark_is_skipped_and_another_kind_of_file_is_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        for name in ["a.jsonl", "a.jsonl.zst"] {
            let file = folder.path().join(name);
            write(&file, "\u{feff}{}\n").expect("written");
            let mut line = Vec::new();
            assert!(read_line(&mut open(&file).expect("opened"), &mut line).expect("read"));
            assert_eq!(line, b"{}");
            write(&file, "PAR1\0").expect("written");
            let error = open(&file).err().expect("refused").to_string();
            assert!(error.contains("not a file of records") && error.contains("`P`"), "{error}");
        }
    }

    #[test]
    fn an_empty_file_holds_no_compressed_records() {
        let folder = tempfile::tempdir().expect("a folder");
        let [packed, plain] = ["a.jsonl.zst", "a.jsonl"].map(|name| folder.path().join(name));
        for file in [&packed, &plain] {
            std::fs::write(file, "").expect("written");
        }
        let error = open(&packed).err().expect("refused").to_string();
        assert_eq!(error, "an empty file, expected compressed records");
        assert!(open(&plain).is_ok());
        write(&packed, "").expect("written");
        let mut line = Vec::new();
        assert!(!read_line(&mut open(&packed).expect("opened"), &mut line).expect("read"));
    }
}
