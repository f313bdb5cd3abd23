//! Plays many hands in step: each tick is one query of the back end for the seats to act in all hands.
//!
//! A shared back end has two halves of the shards in turn: it answers one while the cores play the other.
//!
//! Invariant: the hands depend on the step's seed, the weights and the back end, and not on threads.

use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
use rayon::prelude::*;
use spariglio_engine::random::mix;
use spariglio_engine::{Deal, Game};

use crate::labeled::LabeledHand;
use crate::rows::Rows;
use crate::setting::{Part, Setting};
use crate::shard::Shard;

/// The same as [`play`] for each half of the shards, at the same time.
pub(crate) fn play_in_turn(setting: Setting<'_>, shards: &mut [&mut Shard], parts: &[Part<'_>]) {
    let (one, other) = shards.split_at_mut(parts.len() / 2);
    let (of_one, of_other) = parts.split_at(parts.len() / 2);
    rayon::join(|| play(setting, one, of_one), || play(setting, other, of_other));
}

/// Plays and learns the parts of some shards with common queries. The first round has the lessons, and at most as many
/// hands as fit into the wanted decisions. Further rounds follow until there are enough.
pub(crate) fn play(setting: Setting<'_>, shards: &mut [&mut Shard], parts: &[Part<'_>]) {
    let mut is_first = true;
    loop {
        let is_over = shards.par_iter_mut().zip(parts).map(|(shard, part)| {
            let lessons = if is_first { &part.lessons[..] } else { &[] };
            deal(setting.family.first(), shard, part, lessons);
            shard.tables.len == 0
        });
        if is_over.collect::<Vec<_>>().into_iter().all(|is_over| is_over) {
            return;
        }
        let lessons = |part: &'_ Part<'_>| if is_first { part.lessons.len() } else { 0 };
        let mut rows = Rows::default();
        loop {
            shards.par_iter_mut().zip(parts).for_each(|(shard, part)| {
                shard.tables.look(setting, &part.lessons[..lessons(part)]);
            });
            rows.clear();
            shards.iter().for_each(|shard| rows.append(&shard.tables.rows));
            if rows.worlds().is_empty() {
                break;
            }
            let outputs = setting.backend.outputs(setting.nets, &rows);
            let (logits, values) = (outputs.logits.to_vec(), outputs.values.to_vec());
            let (mut logits, mut values) = (&logits[..], &values[..]);
            let answers: Vec<_> = shards.iter().map(|shard| shard.tables.take(&mut logits, &mut values)).collect();
            let work = shards.par_iter_mut().zip(parts).zip(answers);
            work.for_each(|((shard, part), (logits, values))| {
                let lessons = &part.lessons[..lessons(part)];
                shard.tables.act(setting.family.first(), lessons, logits, values);
            });
        }
        shards.par_iter_mut().zip(parts).for_each(|(shard, part)| {
            let Shard { tables, work, stats, .. } = &mut **shard;
            for table in &mut tables.tables[..tables.len] {
                setting.learn(&mut table.trace, work, stats);
            }
            stats.hands += (tables.len - lessons(part)) as u64;
        });
        is_first = false;
    }
}

/// Starts the lessons, and new hands if the shard needs more decisions.
fn deal(game: &Game, shard: &mut Shard, part: &Part<'_>, lessons: &[&LabeledHand]) {
    shard.tables.len = 0;
    for lesson in lessons {
        shard.tables.begin(game, lesson.deal, Pcg64Mcg::seed_from_u64(0));
    }
    let stats = &shard.stats;
    let wanted = part.decisions.saturating_sub(stats.decisions);
    // A first hand is assumed to have one decision per turn; later ones, the mean of those before.
    let each = match stats.hands {
        0 => game.plies() as u64,
        hands => (stats.decisions / hands).max(1),
    };
    for hand in stats.hands..stats.hands + wanted.div_ceil(each) {
        let mut rng = Pcg64Mcg::seed_from_u64(mix(part.seed ^ mix(hand)));
        let deal = Deal::random(game, hand as usize % game.players(), &mut rng);
        shard.tables.begin(game, deal, rng);
    }
}
