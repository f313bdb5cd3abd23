//! The option `others`: an agent, or several that may be the player of the other sides.

use spariglio_engine::Game;

use super::{AgentError, AgentSpec};
use crate::options::{OTHERS, SpecError};
use crate::table::Opponent;

/// Names [`MODELS`] in the option `others`.
const AUTO: &str = "auto";

/// Agents that answer in microseconds: models of unknown players.
pub const MODELS: [&str; 8] =
    ["net:hidden=0", "lookahead", "formula", "chitarrella", "cicuti", "greedy", "greedy-take", "random"];

/// The value of the option without relative folders, which start at `folder`.
pub(super) fn resolved(text: &str, folder: &str) -> Result<String, SpecError> {
    let resolve = |text: &str| match text {
        AUTO => Ok(AUTO.to_owned()),
        text => AgentSpec::parse_in(text, folder).map(|spec| spec.to_string()),
    };
    let texts = AgentSpec::texts(text).into_iter().map(resolve);
    Ok(texts.collect::<Result<Vec<_>, _>>()?.join(","))
}

/// A source of the agents at the seats of the other sides, one for each model; `None` if the option has no text. Of
/// `auto` there are those that play the game.
pub(super) fn models(
    text: &str,
    game: &Game,
) -> Result<Option<impl FnMut() -> Result<Vec<Opponent>, AgentError>>, SpecError> {
    if text.is_empty() {
        return Ok(None);
    }
    let mut specs = Vec::new();
    for text in AgentSpec::texts(text) {
        let spec = |text| AgentSpec::parse(text);
        match text {
            AUTO => {
                let all = MODELS.iter().map(|text| spec(text).expect("an agent"));
                specs.extend(all.filter(|spec| spec.opponent(game).is_ok()));
            }
            text => specs.push(spec(text)?),
        }
    }
    Ok(Some(move || specs.iter().map(|spec| spec.opponent(game)).collect()))
}

impl AgentSpec {
    /// The agents of its option `others`, except those of `auto`.
    #[must_use]
    pub fn others(&self) -> Vec<AgentSpec> {
        let text = self.value(OTHERS).unwrap_or_default();
        let texts = AgentSpec::texts(&text).into_iter();
        let named = texts.filter(|text| !text.is_empty() && *text != AUTO);
        named.map(|text| AgentSpec::parse(text).expect("it was read before")).collect()
    }

    /// Whether the agent learns from hand to hand who the others are.
    fn learns(&self) -> bool {
        let text = self.value(OTHERS).unwrap_or_default();
        AgentSpec::texts(&text).len() > 1 || text == AUTO
    }

    /// Whether the agent's decisions may differ even if the seed of the hand is the same: it, or one that it asks, has a
    /// budget of time, or learns from hand to hand.
    #[must_use]
    pub fn varies(&self) -> bool {
        let has_millis = self.value("millis").is_some_and(|millis| !millis.is_empty());
        has_millis || self.learns() || self.others().iter().any(AgentSpec::varies)
    }
}
