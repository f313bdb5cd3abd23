//! A shard: a share of a batch, with its own seed, gradients and sums.

use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
use spariglio_agents::table::Opponent;
use spariglio_engine::Deal;

use crate::actor::{Actor, Trace};
use crate::backend::Work;
use crate::family::Family;
use crate::nets::Nets;
use crate::setting::{Part, Setting};
use crate::stats::Stats;
use crate::tables::Tables;

/// A share of a batch.
#[derive(Debug)]
pub struct Shard {
    /// One per game.
    actors: Vec<Actor>,
    opponent: Option<Opponent>,
    trace: Trace,
    pub(crate) tables: Tables,
    /// Its rows and its gradients.
    pub work: Work,
    /// Sums over its hands.
    pub stats: Stats,
}

impl Shard {
    pub fn new(family: &Family, nets: Nets<'_>, opponent: Option<Opponent>) -> Shard {
        Shard {
            actors: family.games().iter().map(|game| Actor::new(family.encoder(game))).collect(),
            opponent,
            trace: Trace::default(),
            tables: Tables::new(family.first()),
            work: Work::new(nets),
            stats: Stats::default(),
        }
    }

    /// Whether an agent that does not learn plays some seats.
    pub fn has_opponent(&self) -> bool {
        self.opponent.is_some()
    }

    /// Clears the last step.
    pub fn clear(&mut self) {
        self.work.clear();
        self.stats = Stats::default();
    }

    /// Follows its lessons, then plays whole hands, one after the other, until it has enough decisions.
    pub fn fill(&mut self, setting: Setting<'_>, part: &Part<'_>) {
        let Setting { family, nets, .. } = setting;
        for lesson in &part.lessons {
            self.actors[0].follow(family.first(), lesson, nets, &mut self.trace);
            setting.learn(&mut self.trace, &mut self.work, &mut self.stats);
        }
        let mut rng = Pcg64Mcg::seed_from_u64(part.seed);
        while self.stats.decisions < part.decisions {
            let place = family.draw(&mut rng);
            let game = &family.games()[place];
            let dealer = self.stats.hands as usize % game.players();
            let deal = Deal::random(game, dealer, &mut rng);
            if let Some(opponent) = &mut self.opponent {
                let side = self.stats.hands as usize / game.players() % game.sides();
                opponent.start_hand(side, &mut rng);
            }
            let opponent = self.opponent.as_mut();
            self.actors[place].play(game, &deal, nets, opponent, &mut rng, &mut self.trace);
            setting.learn(&mut self.trace, &mut self.work, &mut self.stats);
            self.stats.hands += 1;
        }
    }
}
