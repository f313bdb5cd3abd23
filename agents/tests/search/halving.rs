//! Sequential halving at the root of `net-search`, with the networks that ship.

use spariglio_agents::{Budget, Hand};
use spariglio_engine::{Deal, Game};

use crate::positions::{actions, generator, player};

/// Every action gets its share of the first round. The last two actions get equally many visits, one of them is chosen,
/// and the decision's value is that of the chosen one.
#[test]
fn the_choice_is_of_the_last_two() {
    const SIMULATIONS: u32 = 96;
    for name in ["scopone", "scopa", "cirulla", "cicera"] {
        let game = Game::preset(name).expect("a preset");
        let deal = Deal::random(&game, 0, &mut generator(4));
        let mut hand = Hand::new(&game, &deal, false);
        let mut seat = player(&format!("net-search:simulations={SIMULATIONS}:root=halving"), &game);
        seat.start_hand(1);
        while !hand.is_over() {
            let decision = seat.decide(&hand, Budget::OWN).expect("no offence");
            let visits: Vec<u32> = decision.tried.iter().map(|tried| tried.visits).collect();
            if actions(&hand).len() > 1 {
                assert_eq!(visits.iter().sum::<u32>(), SIMULATIONS, "{name}");
                let count = visits.len() as u32;
                let least = SIMULATIONS / count.next_power_of_two().ilog2() / count;
                assert!(visits.iter().all(|&visits| visits >= least), "{name}: {visits:?}");
                let place = decision.actions.iter().position(|&action| action == decision.action);
                let chosen = place.expect("a legal action");
                let most = visits.iter().max().expect("actions");
                assert!(most - visits[chosen] <= 1, "{name}: {visits:?}, {chosen}");
                assert_eq!(decision.value, Some(decision.tried[chosen].value), "{name}");
            }
            hand.act(decision.action).expect("a legal action");
        }
    }
}
