//! The score of a hand, explained: what each side has of every kind of points, and why.

use anyhow::Result;
use spariglio_engine::{CardSet, Game, HandScore, PointKind, Prime, SideScore, State};

use super::names::Names;
use super::screen::Screen;

/// Prints the score of the hand that ended in `state`, and the match score after it.
pub fn explain(screen: &mut Screen, game: &Game, names: &Names, state: &State, scores: &[i64]) -> Result<()> {
    let score = state.score(game);
    screen.line("")?;
    if let Some(side) = score.shutout() {
        let suit = screen.suit(game.rules().score.suit);
        screen.line(&format!(
            "{}: every {suit} in one pile. That ends the match.",
            names.side_name(side)
        ))?;
        return Ok(());
    }
    let sides: Vec<usize> = names.sides_in_order().collect();
    let names: Vec<String> = sides.iter().map(|&side| names.side_name(side)).collect();
    row(screen, "Score of the hand", &names, "")?;
    for kind in PointKind::ALL.into_iter().filter(|&kind| is_scored(game, &score, kind)) {
        let cell = |&side: &usize| cell(screen, game, state, &score, side, kind);
        let cells: Vec<String> = sides.iter().map(cell).collect();
        row(screen, label(kind), &cells, &remark(screen, game, &score, kind))?;
    }
    let totals: Vec<String> = sides.iter().map(|&side| score.side(side).total().to_string()).collect();
    row(screen, "this hand", &totals, "")?;
    let match_scores: Vec<String> = sides.iter().map(|&side| scores[side].to_string()).collect();
    let goal = game
        .rules()
        .end
        .limit
        .map_or_else(String::new, |limit| format!("to {limit}"));
    row(screen, "match", &match_scores, &goal)
}

fn row(screen: &mut Screen, label: &str, cells: &[String], remark: &str) -> Result<()> {
    let cells: String = cells.iter().map(|cell| padded(cell)).collect();
    let line = format!("  {label:<18}{cells}  {}", screen.dim(remark));
    screen.line(line.trim_end())
}

/// A cell of the table, as wide as it looks: colours have no width.
fn padded(cell: &str) -> String {
    let mut width = 0;
    let mut is_code = false;
    for sign in cell.chars() {
        match sign {
            '\x1b' => is_code = true,
            'm' if is_code => is_code = false,
            _ if is_code => {}
            _ => width += 1,
        }
    }
    format!("{cell}{}", " ".repeat(22_usize.saturating_sub(width)))
}

fn label(kind: PointKind) -> &'static str {
    match kind {
        PointKind::Single => "single cards",
        PointKind::LowMeld => "low meld",
        PointKind::HighMeld => "high meld",
        PointKind::DealerBonus => "dealer's bonus",
        other => other.name(),
    }
}

/// Whether the rules give points for a kind, or in rare kinds whether anybody got some.
fn is_scored(game: &Game, score: &HandScore, kind: PointKind) -> bool {
    let rules = &game.rules().score;
    match kind {
        PointKind::Cards => rules.cards > 0,
        PointKind::Suit => rules.suit_points > 0,
        PointKind::Prime => rules.prime != Prime::None,
        PointKind::Single => !rules.single.is_empty(),
        PointKind::Sweeps => game.rules().sweep.points > 0,
        other => (0..score.sides()).any(|side| score.by_kind(side)[other as usize] != 0),
    }
}

/// Points, and in brackets what they are for.
fn cell(screen: &Screen, game: &Game, state: &State, score: &HandScore, side: usize, kind: PointKind) -> String {
    let points = score.by_kind(side)[kind as usize];
    let detail = detail(screen, game, state, score.side(side), side, kind);
    let points = if points == 0 {
        "-".to_owned()
    } else {
        points.to_string()
    };
    if detail.is_empty() {
        points
    } else {
        format!("{points} ({detail})")
    }
}

fn detail(screen: &Screen, game: &Game, state: &State, of: &SideScore, side: usize, kind: PointKind) -> String {
    let rules = &game.rules().score;
    let pile = state.pile(side);
    let shown = |cards: CardSet| match cards.is_empty() {
        true => String::new(),
        false => screen.cards(game, cards, 0),
    };
    let tally = state.tally(side);
    match kind {
        PointKind::Cards => format!("{} cards", of.cards),
        PointKind::Suit => format!("{} of {}", of.suit, screen.suit(rules.suit)),
        PointKind::Prime if rules.prime.counts_cards() => shown(pile & CardSet::rank(7)),
        PointKind::Prime => of
            .prime
            .map_or_else(|| "a suit is missing".to_owned(), |sum| format!("prime {sum}")),
        PointKind::Single => shown(pile & rules.single.keys().copied().collect()),
        PointKind::Sweeps => counted(tally.sweeps),
        PointKind::Picada => counted(tally.picada),
        PointKind::Simili => counted(tally.simili),
        PointKind::Quadriglia => counted(tally.quadriglia),
        PointKind::LowMeld if of.points[kind as usize] > 0 => shown(run(game, pile)),
        PointKind::HighMeld if of.points[kind as usize] > 0 => {
            let first_court = game.deck().ranks() - 2;
            let courts = (first_court..first_court + 3).fold(CardSet::EMPTY, |all, rank| all | CardSet::rank(rank));
            shown(pile & courts & CardSet::suit(rules.suit))
        }
        PointKind::Declarations => {
            let parts = [(tally.threes, "of three"), (tally.tens, "of ten")];
            let told = parts
                .into_iter()
                .filter(|(count, _)| *count > 0)
                .map(|(count, what)| format!("{count} {what}"));
            told.collect::<Vec<_>>().join(", ")
        }
        _ => String::new(),
    }
}

fn counted(count: u8) -> String {
    match count {
        0 => String::new(),
        1 => "once".to_owned(),
        2 => "twice".to_owned(),
        count => format!("{count} times"),
    }
}

/// The unbroken run of the scoring suit from the ace.
fn run(game: &Game, pile: CardSet) -> CardSet {
    let of_suit = pile & CardSet::suit(game.rules().score.suit);
    let unbroken = of_suit.iter().zip(1..).take_while(|(card, rank)| card.rank() == *rank);
    unbroken.map(|(card, _)| card).collect()
}

/// Why nobody, or who, has the points of a majority.
fn remark(screen: &Screen, game: &Game, score: &HandScore, kind: PointKind) -> String {
    let rules = &game.rules().score;
    let nobody = (0..score.sides()).all(|side| score.by_kind(side)[kind as usize] == 0);
    match (kind, nobody) {
        (PointKind::Cards | PointKind::Suit | PointKind::Prime, true) => "nobody is ahead".to_owned(),
        (PointKind::Cards, _) => "for most cards".to_owned(),
        (PointKind::Suit, _) => format!("for most {}", screen.suit(rules.suit)),
        (PointKind::Prime, _) if rules.prime.counts_cards() => "for most sevens, then sixes, aces, ...".to_owned(),
        (PointKind::Prime, _) => "for the best card of each suit".to_owned(),
        (PointKind::LowMeld, _) => format!("the run of {} from the ace", screen.suit(rules.suit)),
        _ => String::new(),
    }
}
