//! Whole generations, with their rows and files.

#[path = "selfplay/common.rs"]
mod common;
#[path = "selfplay/configs.rs"]
mod configs;
#[path = "selfplay/export.rs"]
mod export;
#[path = "selfplay/generate.rs"]
mod generate;
#[path = "selfplay/rows.rs"]
mod rows;
#[path = "selfplay/shards.rs"]
mod shards;
#[path = "selfplay/tables.rs"]
mod tables;
