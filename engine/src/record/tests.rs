//! Golden hands.
