//! What can stop a report.

use spariglio_arena::ArenaError;
use spariglio_files::FileError;

/// A report that could not be made or written.
#[derive(Debug, thiserror::Error)]
pub enum ReportError {
    /// A file that cannot be read or written, or does not hold what it should.
    #[error(transparent)]
    File(#[from] FileError),
    /// A result that cannot be read.
    #[error(transparent)]
    Arena(#[from] ArenaError),
    /// A picture that could not be drawn.
    #[error("picture {name}: {message}")]
    Picture {
        /// The picture's name.
        name: String,
        /// What the drawing library says.
        message: String,
    },
}
