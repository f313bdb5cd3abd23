//! A pool with a history: agents, and every version of them that was ever added.
//!
//! A version is new if its agent has changed. Its night is a ladder with a results file of its own: a sequential test
//! against the version before it, and shares of hands against the agents whose order relative to it is least known. An
//! earlier night is never played again. All pairs have deals of their own, because programs could remember deals.
//!
//! | file | noun |
//! |---|---|
//! | `pool` | the agents and their versions, in `pool.json` |
//! | `version` | one version of an agent |
//! | `belongings` | the files that a version keeps, as the agent's own files will change |
//! | `night` | the pairs of a version |
//! | `standing` | all versions on one scale, and what a version has changed |

mod belongings;
mod night;
mod pool;
mod standing;
mod version;

pub use pool::{Addition, History, POOL_FILE};
pub use standing::{Change, Ranking};
pub use version::{Version, test};
