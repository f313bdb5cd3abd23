//! A better player loses less, by as much as it wins.

use spariglio_review::{Level, Summary};
use spariglio_stats::Estimate;

use crate::soak::soak;
use crate::support::{game, played, review, reviewer};

/// The better player, the other one, and the simulations per decision. In soaks they are
/// those of docs/how-to/review.md, otherwise two players that are easy to tell apart.
fn contest() -> ([&'static str; 2], u32) {
    match soak() {
        1 => (["formula", "random"], 1_000),
        _ => (["ismcts:simulations=4000", "formula"], Level::Quick.simulations()),
    }
}

#[test]
fn the_losses_of_two_players_are_apart_by_what_the_better_one_wins() {
    let game = game("scopone");
    let hands = 6 * soak();
    let ([better, worse], simulations) = contest();
    let reviewer = reviewer("net-search", simulations, 0);
    let (mut gaps, mut margins, mut luck, mut all) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for seed in 0..hands {
        let order = if seed % 2 == 0 {
            [better, worse]
        } else {
            [worse, better]
        };
        let own = (seed % 2) as usize;
        // Both seatings of each deal are played.
        let hand = review(&reviewer, &played(&game, &order, seed / 2));
        let story = hand.stories[own];
        gaps.push(story.others - story.own);
        margins.push(story.margin);
        luck.push(story.deal + story.luck);
        all.push(hand);
    }
    let [gap, margin, luck] = [gaps, margins, luck].map(|figures| Estimate::of(figures.into_iter()));
    let rates: Vec<f64> = Summary::of(&all).seats.iter().map(|seat| seat.rate.rate().mean).collect();
    println!("loss gap {gap:?}, margin {margin:?}, luck {luck:?}, lost per decision by seat {rates:?}");
    assert!(gap.mean > 0.0, "{better} loses less than {worse}: {gap:?}");
    let error = (gap.standard_error.powi(2) + margin.standard_error.powi(2)).sqrt();
    assert!((gap.mean - margin.mean).abs() < 3.5 * error + 0.5, "{gap:?} {margin:?}");
    assert!(luck.ends()[0] < 0.5 && luck.ends()[1] > -0.5, "{luck:?}");
}
