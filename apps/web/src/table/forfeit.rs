//! The end of a match that a person has left, or whose time has run out: the others have won
//! (`docs/reference/rules.md` E.6).

use serde_json::{Value, json};
use spariglio_arena::tournaments::{Award, Claims, Column, OffenceRule};
use spariglio_engine::{Game, MatchEnd};

use super::live::{Forfeit, Live};

/// The sums of a forfeit between two sides.
struct Sums {
    claims: Claims,
    margin: i64,
}

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

    /// The sums if there are two sides. Between two hands nothing is open.
    fn sums(self, game: &Game, live: &Live) -> Option<Sums> {
        let scores = two(&live.standing.scores)?;
        let claims = if live.state.is_over() {
            let score = live.state.score(game);
            Claims { secured: [0, 1].map(|side| score.side(side).total().into()), added: 0 }
        } else {
            Claims::new(game, &live.state, self.side(game))
        };
        let margin = claims.margin(OffenceRule::default(), scores, self.side(game));
        Some(Sums { claims, margin })
    }

    /// The forfeit for pages.
    pub fn json(self, game: &Game, live: &Live) -> Value {
        let sums = self.sums(game, live).filter(|_| live.is_match);
        json!({
            "seat": self.seat, "side": self.side(game), "why": self.why, "before": live.standing.scores,
            "secured": sums.as_ref().map(|sums| sums.claims.secured),
            "added": sums.as_ref().map(|sums| sums.claims.added),
            "margin": sums.as_ref().map(|sums| sums.margin),
        })
    }
}

/// The victory points of a match that is over, if it has two sides and a column in the table.
pub(super) fn award(game: &Game, live: &Live, scores: &[i64], end: MatchEnd) -> Option<Award> {
    let column = Column::of(&game.rules().end)?;
    match live.forfeit {
        None => Some(column.award(two(scores)?, end)),
        Some(forfeit) => Some(column.forfeit(forfeit.sums(game, live)?.margin, forfeit.side(game))),
    }
}

fn two(scores: &[i64]) -> Option<[i64; 2]> {
    scores.try_into().ok()
}
