//! A table of match equity as text and as a picture.

mod picture;
mod text;

pub use picture::picture;
pub use text::text;
