//! The kept findings, and rules that hold for the whole repository.

mod circles;
mod levels;
mod replay;
mod types;
mod unsafe_code;
