//! The rules of a table: a preset or TOML, and what the opener changes of them.

use spariglio_engine::{FormatError, Game, RuleSet};

use crate::refusal::Refusal;

/// What the opener of a table changes of its rules.
#[derive(Copy, Clone, Debug, Default)]
pub(crate) struct Variant {
    /// Seats. The deal changes with them.
    pub players: Option<u8>,
    /// Points that end a match.
    pub limit: Option<u32>,
    /// Number of hands of a match.
    pub hands: Option<u32>,
    /// Whether all cards of the scoring suit win the match at once.
    pub shutout: Option<bool>,
    /// Whether seven points or more to nothing end a match.
    pub seven_zero: Option<bool>,
}

/// The game of a preset's name or of rules as TOML.
///
/// # Errors
/// If the rules are unknown, or no game can be played by them.
pub fn game_of(rules: &str) -> Result<Game, Refusal> {
    Variant::default().game(rules)
}

impl Variant {
    /// The first field that is given.
    pub fn given(&self) -> Option<&'static str> {
        let Variant { players, limit, hands, shutout, seven_zero } = self;
        let fields = [
            ("players", players.is_some()),
            ("limit", limit.is_some()),
            ("hands", hands.is_some()),
            ("shutout", shutout.is_some()),
            ("seven_zero", seven_zero.is_some()),
        ];
        fields.iter().find(|(_, is_given)| *is_given).map(|(name, _)| *name)
    }

    /// The game of a preset's name or of rules as TOML, with the changes. Such rules name no file: their `base` is a
    /// preset.
    ///
    /// # Errors
    /// If the rules are unknown, or no game can be played by them.
    pub fn game(&self, rules: &str) -> Result<Game, Refusal> {
        let read = match RuleSet::preset(rules) {
            Some(preset) => self.seated(preset)?,
            None if rules.contains(['\n', '=']) => self.own(rules)?,
            None => {
                let expected = "rules as TOML or the name of a preset";
                return Err(Refusal::field("rules", expected, rules).named("rules"));
            }
        };
        Game::new(self.ended(read)?).map_err(wrong)
    }

    /// Rules as TOML. They give their seats themselves.
    fn own(&self, rules: &str) -> Result<RuleSet, Refusal> {
        match self.players {
            None => RuleSet::from_toml(rules).map_err(wrong),
            Some(players) => {
                let expected = "no number beside rules as TOML, which give it themselves";
                Err(Refusal::field("players", expected, players.to_string()))
            }
        }
    }

    /// A preset with the wanted seats and the deal for them.
    fn seated(&self, preset: RuleSet) -> Result<RuleSet, Refusal> {
        let Some(players) = self.players.filter(|players| *players != preset.players) else {
            return Ok(preset);
        };
        let name = &preset.name;
        let read = RuleSet::from_toml(&format!("base = \"{name}\"\nplayers = {players}\n"));
        read.map_err(|error| Refusal::field("players", error.expected(), error.found()))
    }

    /// The rules with the wanted end of a match.
    fn ended(&self, mut rules: RuleSet) -> Result<RuleSet, Refusal> {
        if self.limit.is_some() || self.hands.is_some() {
            (rules.end.limit, rules.end.hands) = (self.limit, self.hands);
        }
        rules.end.seven_zero = self.seven_zero.unwrap_or(rules.end.seven_zero);
        rules.score.shutout = self.shutout.unwrap_or(rules.score.shutout);
        // What is written can be read again if it is a rule set by which a hand can be played.
        RuleSet::from_toml(&rules.to_toml()).map_err(named)
    }
}

fn wrong(error: FormatError) -> Refusal {
    Refusal::from(error).named("rules")
}

/// A refusal that calls a field as the request calls it.
fn named(error: FormatError) -> Refusal {
    let field = error.field().rsplit('.').next().unwrap_or_default();
    Refusal::field(field, error.expected(), error.found()).named("rules")
}
