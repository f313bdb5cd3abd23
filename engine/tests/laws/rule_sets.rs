//! Rule sets to try: every preset with every number of seats, and random ones, more of them in a soak.

use rand::Rng;
use rand_pcg::Pcg64Mcg;
use spariglio_engine::rules::{DeclarationHands, Pack, SingleFirst, random_game};
use spariglio_engine::{Game, RuleSet};

use crate::soak::soak;

/// `count` random rule sets, more of them in a soak.
pub fn many_random(count: u64) -> impl Iterator<Item = Game> {
    (0..count * soak()).map(random)
}

/// Every preset, and the three-card ones for all other numbers of seats.
pub fn presets() -> Vec<Game> {
    let mut games = Vec::new();
    for name in RuleSet::preset_names() {
        let preset = RuleSet::preset(name).unwrap();
        let three_card = preset.deck.is_whole() && preset.deal.rounds.iter().all(|cards| *cards == 3);
        games.push(Game::new(preset).unwrap());
        for players in (3..=6).filter(|_| three_card) {
            let text = format!("base = \"{name}\"\nname = \"{name} for {players}\"\nplayers = {players}\n");
            games.push(Game::new(RuleSet::from_toml(&text).unwrap()).unwrap());
        }
    }
    games
}

/// Random rule sets of the 40-card pack or a part of it for the fastest loops: captures go by the ranks on the table
/// and score only sweeps. All other fields stay random.
pub fn many_by_ranks(count: u64) -> impl Iterator<Item = Game> {
    (0..count * soak()).filter_map(|seed| {
        let mut rules = random(seed).rules().clone();
        rules.capture.equal = true;
        rules.capture.sum = true;
        rules.capture.fifteen = false;
        rules.capture.single_first = SingleFirst::BeforeAll;
        rules.capture.mandatory = true;
        rules.capture.fewest = false;
        rules.declarations.hands = DeclarationHands::None;
        [rules.score.picada, rules.score.simili, rules.score.quadriglia] = [0; 3];
        (rules.deck.pack() == Pack::Italian40).then(|| Game::new(rules).ok())?
    })
}

/// Random rule sets in which plays do nothing but capture, lay and sweep.
pub fn many_lean(count: u64) -> impl Iterator<Item = Game> {
    (0..count * soak()).filter_map(|seed| {
        let mut rules = random(seed).rules().clone();
        [rules.score.picada, rules.score.simili, rules.score.quadriglia] = [0; 3];
        if rules.declarations.hands == DeclarationHands::AnyThree {
            rules.declarations.hands = DeclarationHands::ThreeCards;
        }
        Game::new(rules).ok()
    })
}

/// A random rule set that can be played.
pub fn random(seed: u64) -> Game {
    let mut rng = Pcg64Mcg::new((u128::from(seed) << 1 | 1).wrapping_mul(0x9E37_79B9_7F4A_7C15_F39C_C060_5CED_C835));
    rng.next_u64();
    loop {
        if let Some(game) = random_game(&format!("random {seed}"), &mut rng) {
            return game;
        }
    }
}
