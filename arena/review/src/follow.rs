//! What would follow: the replies that the searches expect after an action.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};
use spariglio_agents::search::{REPLIES, Replies};
use spariglio_engine::Action;
use spariglio_engine::hand::TurnOrder;

use crate::form;

/// A reply is told if at least this many simulations went on to it and its rivals.
const LEAST: usize = 24;

/// An expected reply.
#[derive(Copy, Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Reply {
    /// The seat that replies.
    pub seat: usize,
    /// The action that it takes most often.
    #[serde(with = "form::action")]
    pub action: Action,
    /// The share of the simulations that went on with this action, among those that took all replies before it.
    pub share: f64,
}

/// The most frequent reply of simulations, then the most frequent one after it, and so on. `order` is that after the
/// action they reply to.
pub(crate) fn follow(lines: &[Replies], order: TurnOrder<'_>) -> Vec<Reply> {
    let mut lines: Vec<&Replies> = lines.iter().collect();
    let mut replies = Vec::new();
    for depth in 0..REPLIES {
        let Some((action, share)) = most_frequent(lines.iter().filter_map(|line| line[depth])) else {
            break;
        };
        lines.retain(|line| line[depth] == Some(action));
        replies.push((action, share));
    }
    seated(replies, order)
}

/// The replies with their seats.
pub(crate) fn seated(replies: impl IntoIterator<Item = (Action, f64)>, mut order: TurnOrder<'_>) -> Vec<Reply> {
    let reply = |(action, share): (Action, f64)| {
        let (_, seat) = order.now()?;
        order.follow(action);
        Some(Reply { seat, action, share })
    };
    replies.into_iter().take(REPLIES).map_while(reply).collect()
}

/// The most frequent action and its share; the first of the canonical order if several are. `None` if there are few.
fn most_frequent(actions: impl Iterator<Item = Action>) -> Option<(Action, f64)> {
    let mut counts: HashMap<u64, usize> = HashMap::new();
    actions.for_each(|action| *counts.entry(action.to_bits()).or_default() += 1);
    let all: usize = counts.values().sum();
    let (&bits, &most) = counts.iter().max_by_key(|(bits, count)| (**count, std::cmp::Reverse(**bits)))?;
    let action = Action::from_bits(bits).filter(|_| all >= LEAST)?;
    Some((action, most as f64 / all as f64))
}

#[cfg(test)]
mod tests {
    use spariglio_engine::{Card, CardSet, Game};

    use super::*;

    fn lay(card: u8) -> Option<Action> {
        Some(Action::play(Card::new(card), CardSet::EMPTY))
    }

    #[test]
    fn the_most_frequent_reply_is_followed_and_few_simulations_tell_nothing() {
        let mut lines = vec![[lay(1), lay(5), None, None]; 40];
        lines.extend(vec![[lay(2), lay(6), None, None]; 50]);
        lines.extend(vec![[lay(2), lay(7), lay(9), None]; 10]);
        let game = Game::preset("scopone").expect("a preset");
        let mut order = TurnOrder::new(&game, 0);
        order.follow(lay(0).expect("a card"));
        let replies = follow(&lines, order.clone());
        let shares: Vec<_> = replies
            .iter()
            .map(|reply| (reply.seat, Some(reply.action), reply.share))
            .collect();
        assert_eq!(shares, [(2, lay(2), 0.6), (3, lay(6), 50.0 / 60.0)]);
        assert!(follow(&lines[..LEAST - 1], order).is_empty());
    }
}
