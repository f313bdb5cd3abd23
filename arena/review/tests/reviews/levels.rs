//! A quick review compared with a deep one.

use spariglio_review::Level;
use spariglio_stats::Estimate;

use crate::soak::soak;
use crate::support::{game, played, review, reviewer};

#[test]
fn ten_times_the_simulations_say_the_same() {
    let game = game("scopone");
    let simulations = if soak() == 1 { 800 } else { Level::Quick.simulations() };
    let [quick, deep] = [simulations, 10 * simulations].map(|simulations| reviewer("net-search", simulations, 0));
    let (mut pairs, mut differences) = (Vec::new(), Vec::new());
    for seed in 0..soak().div_ceil(5) {
        let record = played(&game, &["formula", "greedy-take"], seed);
        let [quick, deep] = [&quick, &deep].map(|reviewer| review(reviewer, &record));
        for (quick, deep) in quick
            .decisions
            .iter()
            .zip(&deep.decisions)
            .filter(|(quick, _)| quick.is_choice())
        {
            pairs.push([quick.loss.mean, deep.loss.mean]);
            differences.push(quick.loss.mean - deep.loss.mean);
        }
    }
    let difference = Estimate::of(differences.into_iter());
    let products = |place: usize| pairs.iter().map(|pair| pair[0] * pair[place]).sum::<f64>();
    let slope = products(1) / products(0);
    println!("{} decisions: quick less deep {difference:?}, slope {slope:.3}", pairs.len());
    assert!(difference.mean.abs() < 0.1, "{difference:?}");
    assert!((0.8..1.2).contains(&slope), "{slope}");
}
