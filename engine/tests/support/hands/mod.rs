//! Laws that hands of every rule set obey, for the law tests and the fuzz targets.
//!
//! | file | noun |
//! |---|---|
//! | `both_engines` | a hand that both engines play |
//! | `recorded` | a hand as a record |

pub mod both_engines;
pub mod recorded;
