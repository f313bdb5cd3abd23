//! Tables of match equity for reviews of matches. They are made at need from hands of a quick agent.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use spariglio_agents::AgentSpec;
use spariglio_agents::equity::{MatchEquity, fingerprint};
use spariglio_arena::Nobody;
use spariglio_arena::matches::equity::{EquityConfig, check, sample, table};
use spariglio_engine::Game;

/// Hands behind a table: standard errors of its chances are about 0.3 percentage points.
const HANDS: u64 = 40_000;
/// Highest limit for which a table is made while somebody waits.
const LIMIT: u32 = 121;

/// The tables made so far, by the rules with their end of the match; `None` if there is none for them.
#[derive(Default)]
pub(crate) struct Equities(Mutex<HashMap<String, Option<Arc<MatchEquity>>>>);

impl Equities {
    /// The table of a game; `None` if its matches have none.
    pub fn of(&self, game: &Game) -> Option<Arc<MatchEquity>> {
        let mut tables = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        tables.entry(fingerprint(game)).or_insert_with(|| made(game)).clone()
    }
}

fn made(game: &Game) -> Option<Arc<MatchEquity>> {
    check(game).ok()?;
    if game.rules().end.limit.is_some_and(|limit| limit > LIMIT) {
        return None;
    }
    let agent = AgentSpec::parse("greedy").ok()?;
    let config = EquityConfig { agent, hands: HANDS, seed: 1, threads: 0 };
    let hands = sample(game, &config, None, &Nobody).ok()?;
    table(game, &hands).ok().map(Arc::new)
}
