//! The score of a hand, explained in players' words: each side's points of every kind, and the reasons.

use anyhow::Result;
use spariglio_engine::rules::{Majority, Prime};
use spariglio_engine::{Card, CardSet, Game, HandScore, PointKind, State};

use super::names::Names;
use super::notes::single_name;
use super::screen::{Screen, cards_word};
use super::style::{CardStyle, Style, padded};

/// Prints the score of the hand that ended in `state`, and the match score after it.
pub fn explain(screen: &mut Screen, game: &Game, names: &Names, state: &State, scores: &[i64]) -> Result<()> {
    let explained = Explained { style: screen.style, game, state, score: state.score(game) };
    screen.line("")?;
    if let Some(side) = explained.score.shutout() {
        let suit = explained.suit_word();
        let name = names.side_name(side);
        return screen.line(&format!("Cappotto! {name}: all {suit} in one pile. That ends the match."));
    }
    let sides: Vec<usize> = names.sides_in_order().collect();
    let cells = |cell: &dyn Fn(usize) -> String| -> Vec<String> { sides.iter().map(|&side| cell(side)).collect() };
    row(screen, "Score of the hand", &cells(&|side| names.side_name(side)), "")?;
    for kind in PointKind::ALL.into_iter().filter(|&kind| explained.is_scored(kind)) {
        if kind == PointKind::Single {
            for (&card, &points) in &game.rules().score.single {
                let label = single_name(explained.style, game, card);
                row(screen, &label, &cells(&|side| explained.single(side, card, points)), "")?;
            }
            continue;
        }
        let cells = cells(&|side| explained.cell(side, kind));
        row(screen, &explained.label(kind), &cells, &explained.remark(kind))?;
    }
    row(screen, "this hand", &cells(&|side| explained.score.side(side).total().to_string()), "")?;
    let limit = game.rules().end.limit;
    let goal = limit.map_or_else(String::new, |limit| format!("to {limit}"));
    row(screen, "match", &cells(&|side| scores[side].to_string()), &goal)
}

fn row(screen: &mut Screen, label: &str, cells: &[String], remark: &str) -> Result<()> {
    let cells: String = cells.iter().map(|cell| padded(cell, 22)).collect();
    let line = format!("  {}{cells}  {}", padded(label, 22), screen.style.dim(remark));
    screen.line(line.trim_end())
}

/// The score of a finished hand, and the state that explains it.
struct Explained<'a> {
    style: Style,
    game: &'a Game,
    state: &'a State,
    score: HandScore,
}

impl Explained<'_> {
    fn suit_word(&self) -> String {
        self.word(self.style.cards)
    }

    /// The word for the scoring suit.
    fn word(&self, cards: CardStyle) -> String {
        cards.wording(self.game).suit_word(self.game.rules().score.suit).to_owned()
    }

    /// The players' name for a kind of points.
    fn label(&self, kind: PointKind) -> String {
        let name = match kind {
            PointKind::Cards => "cards (carte)",
            PointKind::Suit => return self.suit_label(),
            PointKind::Prime => "primiera",
            PointKind::Sweeps => "sweeps (scope)",
            PointKind::LowMeld => "piccola",
            PointKind::HighMeld => "grande",
            PointKind::Declarations => "declared (accusi)",
            PointKind::DealerBonus => "dealer's bonus",
            other => other.name(),
        };
        name.to_owned()
    }

    fn suit_label(&self) -> String {
        let (own, italian) = (self.suit_word(), self.word(CardStyle::Italian));
        if own == italian {
            own
        } else {
            format!("{own} ({italian})")
        }
    }

    /// Whether to show a kind: if the rules give points for it, or, for rare kinds, if anybody got some.
    fn is_scored(&self, kind: PointKind) -> bool {
        let rules = &self.game.rules().score;
        match kind {
            PointKind::Cards => rules.cards > 0,
            PointKind::Suit => rules.suit_points > 0,
            PointKind::Prime => rules.prime != Prime::None,
            PointKind::Single => !rules.single.is_empty(),
            PointKind::Sweeps => self.game.rules().sweep.points > 0,
            other => (0..self.score.sides()).any(|side| self.score.by_kind(side)[other as usize] != 0),
        }
    }

    /// A side's points for a card that scores by itself.
    fn single(&self, side: usize, card: Card, points: u16) -> String {
        let points = if self.state.pile(side).contains(card) {
            points
        } else {
            0
        };
        number(points.into())
    }

    /// The points, with their reason in brackets if there is one.
    fn cell(&self, side: usize, kind: PointKind) -> String {
        let points = number(self.score.by_kind(side)[kind as usize].into());
        let detail = self.detail(side, kind);
        if detail.is_empty() {
            points
        } else {
            format!("{points} ({detail})")
        }
    }

    fn detail(&self, side: usize, kind: PointKind) -> String {
        let rules = &self.game.rules().score;
        let (of, pile, tally) = (self.score.side(side), self.state.pile(side), self.state.tally(side));
        match kind {
            PointKind::Cards => cards_word(of.cards.into()),
            PointKind::Suit => self.style.cards.counted(self.game, of.suit.into(), rules.suit),
            PointKind::Prime if rules.prime.counts_cards() => self.shown(pile & CardSet::rank(7)),
            PointKind::Prime => of.prime.map_or_else(|| "a suit is missing".to_owned(), |sum| sum.to_string()),
            PointKind::Sweeps => counted(tally.sweeps),
            PointKind::LowMeld if of.points[kind as usize] > 0 => self.shown(run(self.game, pile)),
            PointKind::HighMeld if of.points[kind as usize] > 0 => {
                let first_court = self.game.deck().ranks() - 2;
                let courts = (first_court..first_court + 3).fold(CardSet::EMPTY, |all, rank| all | CardSet::rank(rank));
                self.shown(pile & courts & CardSet::suit(rules.suit))
            }
            PointKind::Declarations => {
                let worth = &self.game.rules().declarations;
                let parts = [(tally.tens, worth.ten_points), (tally.threes, worth.three_points)];
                let groups = parts.into_iter().filter(|(count, _)| *count > 0);
                let groups = groups.map(|(count, points)| format!("{count} of {points}"));
                groups.collect::<Vec<_>>().join(", ")
            }
            other => {
                let of_kind = tally.captures().into_iter().find(|(kind, _)| *kind == other);
                of_kind.map_or_else(String::new, |(_, count)| counted(count))
            }
        }
    }

    fn shown(&self, cards: CardSet) -> String {
        match cards.is_empty() {
            true => String::new(),
            false => self.style.cards(self.game, cards, 0),
        }
    }

    /// A remark on the row of a kind: the condition for its points, or that nobody is ahead.
    fn remark(&self, kind: PointKind) -> String {
        let rules = &self.game.rules().score;
        let nobody = (0..self.score.sides()).all(|side| self.score.by_kind(side)[kind as usize] == 0);
        let most = if rules.majority == Majority::Fewest {
            "fewest"
        } else {
            "most"
        };
        match (kind, nobody) {
            (PointKind::Cards | PointKind::Suit | PointKind::Prime, true) => "nobody is ahead".to_owned(),
            (PointKind::Cards, _) => format!("for {most} cards"),
            (PointKind::Suit, _) => format!("for {most} {}", self.suit_word()),
            (PointKind::Prime, _) if rules.prime == Prime::Sevens => "for most sevens".to_owned(),
            (PointKind::Prime, _) if rules.prime.counts_cards() => "for most sevens, then sixes, aces, ...".to_owned(),
            (PointKind::Prime, _) => "for the best card of each suit".to_owned(),
            (PointKind::LowMeld, _) => format!("the run of {} from the ace", self.suit_word()),
            (PointKind::HighMeld, _) => format!("the three courts of {}", self.suit_word()),
            _ => String::new(),
        }
    }
}

/// A number of points; a dash if it is 0.
fn number(points: i64) -> String {
    match points {
        0 => "-".to_owned(),
        _ => points.to_string(),
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
