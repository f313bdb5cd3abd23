//! The games that a run learns: that of its rules, others that it names, and house rules.
//!
//! Invariant: they depend on the configuration and the seed alone, and have the same inputs.

use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
use spariglio_agents::net::inputs::{Encoder, deal_text};
use spariglio_engine::Game;
use spariglio_engine::random::{below, mix};
use spariglio_files::ConfigError;

use crate::config::GradientConfig;

/// Attempts per rule set: most random changes give rules that can be played.
const ATTEMPTS: u32 = 1000;

/// The games of a run. If there are several, the rules are inputs of the networks.
#[derive(Clone, Debug)]
pub struct Family {
    games: Vec<Game>,
    /// Number of games from the first that the configuration names. The others have house rules.
    named: u32,
}

impl Family {
    /// The games of a run of `game`.
    ///
    /// # Errors
    /// A rule set cannot be played, or has another deal, or the residual does not fit it.
    pub fn new(game: &Game, config: &GradientConfig, seed: u64) -> Result<Family, ConfigError> {
        let deal = deal_text(game);
        let fits = |one: &Game| deal_text(one) == deal && config.residual.fits(one);
        if !config.residual.fits(game) {
            let expected = "formula or none: the look-ahead does not fit these rules";
            return Err(ConfigError::field("gradient.residual", expected, config.residual));
        }
        let mut games = vec![game.clone()];
        for rules in &config.also {
            let one = rules
                .game()
                .map_err(|error| ConfigError::field("gradient.also", "rule sets", error))?;
            if !fits(&one) {
                let expected = format!(
                    "rule sets with the players, the deal and the deck of {} that fit its residual",
                    game.rules().name
                );
                return Err(ConfigError::field("gradient.also", expected, &one.rules().name));
            }
            games.push(one);
        }
        let named = games.len() as u32;
        let mut rng = Pcg64Mcg::seed_from_u64(mix(seed ^ mix(0)));
        for number in 1..=config.house_rules {
            let name = format!("house_{number}");
            let variation = (0..ATTEMPTS).find_map(|_| {
                let base = &games[below(&mut rng, named) as usize];
                Game::new(base.rules().varied(&name, &mut rng)?).ok().filter(fits)
            });
            let refused = || ConfigError::field("gradient.house_rules", "0: no variation of these rules fits", number);
            games.push(variation.ok_or_else(refused)?);
        }
        Ok(Family { games, named })
    }

    /// The game of the run's rules, which are also those of its rows and its evaluations.
    pub fn first(&self) -> &Game {
        &self.games[0]
    }

    /// All games.
    pub fn games(&self) -> &[Game] {
        &self.games
    }

    /// The encoder of one of the games. If there are several, it has the inputs of the rules.
    pub fn encoder(&self, game: &Game) -> Encoder {
        match self.games.len() {
            1 => Encoder::new(game),
            _ => Encoder::for_rules(game),
        }
    }

    /// The place of the next hand's game. Half of the hands are of named games, the others of house rules.
    pub fn draw(&self, rng: &mut Pcg64Mcg) -> usize {
        let house_rules = self.games.len() as u32 - self.named;
        if house_rules > 0 && below(rng, 2) == 0 {
            return (self.named + below(rng, house_rules)) as usize;
        }
        match self.named {
            1 => 0,
            named => below(rng, named) as usize,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fingerprints(seed: u64) -> Vec<u64> {
        let game = Game::preset("scopone").expect("a preset");
        let config = GradientConfig { house_rules: 20, ..GradientConfig::default() };
        let family = Family::new(&game, &config, seed).expect("house rules");
        family.games().iter().map(Game::hand_fingerprint).collect()
    }

    #[test]
    fn house_rules_are_new_and_follow_from_the_seed() {
        let prints = fingerprints(1);
        assert_eq!(prints.len(), 21);
        assert_eq!(prints, fingerprints(1));
        assert_ne!(prints[1..], fingerprints(2)[1..]);
        let new = prints[1..].iter().filter(|&&rules| rules != prints[0]);
        assert!(new.count() > 15);
    }

    #[test]
    fn a_single_game_takes_no_random_number() {
        let game = Game::preset("scopone").expect("a preset");
        let family = Family::new(&game, &GradientConfig::default(), 1).expect("one game");
        let (mut rng, before) = (Pcg64Mcg::seed_from_u64(1), Pcg64Mcg::seed_from_u64(1));
        assert_eq!(family.draw(&mut rng), 0);
        assert_eq!(rng, before, "runs of one rule set keep their bytes");
    }
}
