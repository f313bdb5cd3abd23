//! The end of a match that a person has left, or whose time has run out: the others have won
//! (`docs/reference/rules.md` E.6).

use serde_json::{Value, json};
use spariglio_engine::Game;

use crate::table::live::{Forfeit, Live};

impl Forfeit {
    fn side(self, game: &Game) -> usize {
        game.side(self.seat)
    }

    /// The side that wins with these scores: the other one, or the one that leads among several.
    pub fn winner(self, game: &Game, scores: &[i64]) -> Option<usize> {
        let own = self.side(game);
        let scores = scores.iter().copied().enumerate();
        let others: Vec<(usize, i64)> = scores.filter(|(side, _)| *side != own).collect();
        let best = others.iter().map(|(_, points)| *points).max()?;
        let mut leaders = others.iter().filter(|(_, points)| *points == best);
        let leader = leaders.next().map(|(side, _)| *side);
        leader.filter(|_| leaders.next().is_none())
    }

    /// The forfeit for pages. A server adds its sums.
    pub fn json(self, game: &Game, live: &Live) -> Value {
        json!({
            "seat": self.seat, "side": self.side(game), "why": self.why, "before": live.standing.scores,
            "secured": null, "added": null, "margin": null,
        })
    }
}
