//! A table of match equity, to read and to look at.

mod picture;
mod text;

pub use picture::picture;
pub use text::text;
