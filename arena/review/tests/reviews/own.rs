//! The reviewer's own choices: it marks none of them, and they are no weaker than a strong agent's.

use std::sync::Arc;

use rand_pcg::Pcg64Mcg;
use spariglio_agents::{AgentSpec, Hand};
use spariglio_engine::record::HandRecord;
use spariglio_engine::{Deal, Game};
use spariglio_review::{Level, Reviewer};
use spariglio_stats::Estimate;

use crate::soak::soak;
use crate::support::{game, review, reviewer};

/// A hand in which the reviewer plays for `side`, and an agent plays for the others.
fn played_by(chooser: &Reviewer, game: &Arc<Game>, rival: &str, side: usize, seed: u64) -> HandRecord {
    let deal = Deal::random(game, 0, &mut Pcg64Mcg::new(seed.into()));
    let spec = AgentSpec::parse(rival).expect("a spec");
    let mut rivals: Vec<_> = (0..game.players()).map(|_| spec.build(game).expect("an agent")).collect();
    rivals
        .iter_mut()
        .zip(0..)
        .for_each(|(agent, seat)| agent.start_hand(seed ^ seat << 32));
    let (mut hand, mut record) = (Hand::new(game, &deal, false), HandRecord::new(Arc::clone(game), deal));
    while !hand.is_over() {
        let (seat, turn) = (hand.seat(), hand.history().len());
        let mut actions = Vec::new();
        hand.view().legal_actions(&mut actions);
        record.push(seat, actions[0]);
        let action = if game.side(seat) == side {
            let decision = chooser.turn(&record, seed as usize + 1, turn).expect("a sound record");
            decision.actions[decision.best].action
        } else {
            rivals[seat].act(&hand.view())
        };
        record.turns[turn].action = action;
        hand.act(action).expect("a legal action");
    }
    record
}

/// The margin of a side in a hand that is over.
fn margin_of(record: &HandRecord, side: usize) -> f64 {
    let end = record.check().expect("a sound record");
    f64::from(end.margin(record.game(), side))
}

#[test]
fn it_marks_none_of_its_own_choices_and_plays_as_well_as_it_judges() {
    let game = game("scopone");
    let (rival, simulations) = match soak() {
        1 => ("random", 1_000),
        _ => ("ismcts:simulations=4000", Level::Quick.simulations()),
    };
    let chooser = reviewer("net-search", simulations, 0);
    // Another seed gives other worlds and other trees.
    let judge =
        Reviewer::new(Some(chooser.agent(&game)), spariglio_review::ReviewConfig { seed: 2, ..*chooser.config() });
    let judge = judge.expect("threads");
    let (mut margins, mut losses, mut marked) = (Vec::new(), Vec::new(), 0);
    // Only the first sets are reviewed, because a review costs as much as the choices.
    let (sets, reviewed) = match soak() {
        1 => (2, 2),
        times => (10 * times, 2 * times),
    };
    for set in 0..sets {
        let mut margin = 0.0;
        for side in 0..2 {
            let record = played_by(&chooser, &game, rival, side, set);
            margin += margin_of(&record, side) / 2.0;
            if set >= reviewed {
                continue;
            }
            let hand = review(&judge, &record);
            let own = hand
                .decisions
                .iter()
                .filter(|decision| game.side(decision.seat) == side && decision.is_choice());
            for decision in own {
                losses.push(decision.loss.mean);
                marked += usize::from(decision.mark.is_some());
            }
        }
        margins.push(margin);
    }
    let (margin, loss) = (Estimate::of(margins.into_iter()), Estimate::of(losses.iter().copied()));
    let share = marked as f64 / losses.len() as f64;
    println!("against {rival}: {margin:?}; of {} own choices {marked} marked, loss {loss:?}", losses.len());
    assert!(margin.ends()[1] > -0.05, "{margin:?}");
    assert!(share <= 0.03 + 2.0 / losses.len() as f64, "{marked} of {} marked", losses.len());
    assert!(loss.mean.abs() < 0.05, "{loss:?}");
}
