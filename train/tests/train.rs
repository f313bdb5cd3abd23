//! Tests of whole trainings, in one program: linking libtorch takes longer than running them.

#[path = "train/bad_input.rs"]
mod bad_input;
#[path = "train/common.rs"]
mod common;
#[path = "train/inference.rs"]
mod inference;
#[path = "train/training.rs"]
mod training;
