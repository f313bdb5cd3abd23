//! The points of a match that is over, as a tournament counts it (`docs/reference/rules.md` E.6).

use serde_json::{Value, json};
use spariglio_arena::tournaments::{Award, Claims, Column, OffenceRule};
use spariglio_engine::{Game, MatchEnd};
use spariglio_table::{Forfeit, Live, Table};

/// The sums of a forfeit between two sides.
struct Sums {
    claims: Claims,
    margin: i64,
}

/// Adds to the table as it is shown now: the victory points of its match, and the sums of a forfeit.
pub(crate) fn add(table: &Table, snapshot: &mut Value) {
    let (game, live) = (table.game(), table.live());
    if let Some((after, Some(end))) = live.after(game) {
        snapshot["match"]["award"] = json!(award(game, live, &after.scores, end));
    }
    if let Some(sums) = live
        .forfeit
        .filter(|_| live.is_match)
        .and_then(|forfeit| sums(forfeit, game, live))
    {
        snapshot["forfeit"]["secured"] = json!(sums.claims.secured);
        snapshot["forfeit"]["added"] = json!(sums.claims.added);
        snapshot["forfeit"]["margin"] = json!(sums.margin);
    }
}

/// The sums if there are two sides. Between two hands nothing is open.
fn sums(forfeit: Forfeit, game: &Game, live: &Live) -> Option<Sums> {
    let (scores, side) = (two(&live.standing.scores)?, game.side(forfeit.seat));
    let claims = if live.state.is_over() {
        let score = live.state.score(game);
        Claims { secured: [0, 1].map(|side| score.side(side).total().into()), added: 0 }
    } else {
        Claims::new(game, &live.state, side)
    };
    let margin = claims.margin(OffenceRule::default(), scores, side);
    Some(Sums { claims, margin })
}

/// The victory points of a match that is over, if it has two sides and a column in the table.
fn award(game: &Game, live: &Live, scores: &[i64], end: MatchEnd) -> Option<Award> {
    let column = Column::of(&game.rules().end)?;
    match live.forfeit {
        None => Some(column.award(two(scores)?, end)),
        Some(forfeit) => Some(column.forfeit(sums(forfeit, game, live)?.margin, game.side(forfeit.seat))),
    }
}

fn two(scores: &[i64]) -> Option<[i64; 2]> {
    scores.try_into().ok()
}
