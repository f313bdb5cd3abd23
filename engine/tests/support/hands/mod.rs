//! What hands of every rule set keep, for the law tests and the fuzz targets.
//!
//! | file | noun |
//! |---|---|
//! | `random_rules` | random rule sets |
//! | `declarations`, `reference`, `reference_score` | a slow second engine, written from the rules alone |
//! | `both_engines` | a hand that both engines play |
//! | `recorded` | a hand as a record |

pub mod both_engines;
pub mod declarations;
pub mod random_rules;
pub mod recorded;
pub mod reference;
mod reference_score;
