//! Frames between a leader and its helpers: a message as JSON, then raw bytes.
//!
//! Invariant: whatever the other side sends, reading ends with a frame of bounded size or with an error.

use std::io::{self, Read, Write};

use serde::Serialize;
use serde::de::DeserializeOwned;
use spariglio_agents::net::Block;
use spariglio_agents::net::sparse::SparseNet;

/// The longest message in bytes; the lessons of a step need the most.
const LONGEST: usize = 1 << 28;

/// Sends a message and the bytes after it.
///
/// # Errors
/// The connection fails.
pub fn send<'a>(
    stream: &mut impl Write,
    message: &impl Serialize,
    bytes: impl IntoIterator<Item = &'a [u8]>,
) -> io::Result<()> {
    let text = serde_json::to_vec(message)?;
    stream.write_all(&(text.len() as u32).to_le_bytes())?;
    stream.write_all(&text)?;
    for part in bytes {
        stream.write_all(part)?;
    }
    stream.flush()
}

/// Receives a message.
///
/// # Errors
/// The connection fails, or the message has another form.
pub fn receive<T: DeserializeOwned>(stream: &mut impl Read) -> io::Result<T> {
    let mut length = [0; 4];
    stream.read_exact(&mut length)?;
    let length = u32::from_le_bytes(length) as usize;
    if length > LONGEST {
        return Err(io::Error::other(format!("a message of {length} bytes: expected at most {LONGEST}")));
    }
    let mut text = Vec::new();
    stream.take(length as u64).read_to_end(&mut text)?;
    Ok(serde_json::from_slice(&text)?)
}

/// Receives numbers after a message.
///
/// # Errors
/// The connection fails.
pub fn receive_net(stream: &mut impl Read, net: &mut SparseNet) -> io::Result<()> {
    stream.read_exact(bytemuck::cast_slice_mut::<Block, u8>(net.blocks_mut()))
}

/// The numbers of a network as bytes.
pub fn bytes_of(net: &SparseNet) -> &[u8] {
    bytemuck::cast_slice(net.blocks())
}

/// Files with their paths.
pub type Files = Vec<(String, Vec<u8>)>;

/// The paths and lengths of files, for a message before their bytes.
pub fn lengths(files: &Files) -> Vec<(String, u64)> {
    files.iter().map(|(path, bytes)| (path.clone(), bytes.len() as u64)).collect()
}

/// Receives files after a message with their lengths.
///
/// # Errors
/// The connection fails, or a file is too long.
pub fn receive_files(stream: &mut impl Read, lengths: Vec<(String, u64)>) -> io::Result<Files> {
    let receive = |(path, length): (String, u64)| {
        let mut bytes = Vec::new();
        stream.by_ref().take(length).read_to_end(&mut bytes)?;
        if bytes.len() as u64 != length {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        Ok((path, bytes))
    };
    lengths.into_iter().map(receive).collect()
}
