//! The names of a review's things: seats, sides, kinds of points, plays.

use spariglio_agents::search::part_name;
use spariglio_engine::cards::{MATTA, SETTEBELLO};
use spariglio_engine::{Action, ActionKind, Card, CardSet, Game, Suit};
use spariglio_text::Language;

use crate::cards;
use crate::page::{Piece, Play};
use crate::words::Words;

/// The texts of one page, and the names in its games.
#[derive(Copy, Clone, Debug)]
pub(super) struct Terms {
    words: Words,
    /// The scoring suit, if all games have the same.
    suit: Option<Suit>,
    /// Whether the settebello is the only single card that scores, in all games.
    has_settebello: bool,
    /// The players, if all games have as many.
    pub players: Option<usize>,
}

impl Terms {
    /// The words for a page about some games.
    pub(super) fn new<'g>(language: Language, games: impl Iterator<Item = &'g Game> + Clone) -> Terms {
        let all = games.clone();
        Terms {
            words: Words { language },
            suit: same(all.clone().map(|game| game.rules().score.suit)),
            has_settebello: games.clone().all(|game| game.rules().score.single.keys().eq([&SETTEBELLO])),
            players: same(all.map(Game::players)),
        }
    }

    /// The name of a part of a margin.
    pub(super) fn part(&self, part: usize) -> &'static str {
        self.kind(part_name(part))
    }

    /// The name of a kind of points, or of a heading of the doctrine.
    pub(super) fn kind(&self, name: &str) -> &'static str {
        match (name, self.suit) {
            ("suit", Some(suit)) => self.t(&format!("suit.{}", suit.letter())),
            ("single", _) if self.has_settebello => self.t("kind.settebello"),
            _ => self.t(&format!("kind.{name}")),
        }
    }

    /// The name of a seat: a point of the compass, or a number if there are many seats, or unequally many.
    pub(super) fn seat(&self, players: Option<usize>, seat: usize) -> String {
        let points: &[&str] = match players {
            Some(2) => &["south", "north"],
            Some(3) => &["south", "east", "west"],
            Some(4) => &["south", "east", "north", "west"],
            _ => &[],
        };
        match points.get(seat) {
            Some(point) => self.t(&format!("seat.{point}")).to_owned(),
            None => self.fill("seat.number", &[("n", &(seat + 1))]),
        }
    }

    /// The name of a side: its seats.
    pub(super) fn side(&self, game: &Game, side: usize) -> String {
        let seats = (0..game.players()).filter(|&seat| game.side(seat) == side);
        let names: Vec<String> = seats.map(|seat| self.seat(Some(game.players()), seat)).collect();
        names.join("–")
    }

    /// An action as drawn cards, in words, and in the letters of the cards.
    pub(super) fn play(&self, game: &Game, action: Action) -> Play {
        let name = |card: Card| cards::name(game.deck().pack(), card, self.language);
        let names = |cards: CardSet| self.list(&cards.iter().map(name).collect::<Vec<_>>());
        let sign = |key: &str| Piece::Sign(self.t(key).to_owned());
        let (pieces, words) = match action.kind() {
            ActionKind::Play { card, captured } if captured.is_empty() => {
                (vec![Piece::Card(card), sign("action.lays")], self.fill("action.lay", &[("card", &name(card))]))
            }
            ActionKind::Play { card, captured } => {
                let pieces = [Piece::Card(card), Piece::Sign("×".to_owned())].into_iter();
                let pieces = pieces.chain(captured.iter().map(Piece::Card));
                let words = self.fill("action.capture", &[("card", &name(card)), ("cards", &names(captured))]);
                (pieces.collect(), words)
            }
            ActionKind::Declare { cards, matta } => {
                let worth = self.fill("card.as", &[("card", &name(MATTA)), ("n", &matta)]);
                let worth = (matta > 0).then_some(Piece::Sign(worth));
                let pieces = [sign("action.declares")]
                    .into_iter()
                    .chain(cards.iter().map(Piece::Card))
                    .chain(worth);
                (pieces.collect(), self.fill("action.declare", &[("cards", &names(cards))]))
            }
            ActionKind::Pass => (vec![sign("action.pass")], self.t("action.pass").to_owned()),
        };
        Play {
            pack: game.deck().pack(),
            pieces,
            words,
            letters: self.letters(&action.text(game.deck())),
        }
    }

    /// An action with the letters of the page's cards: as in records; with F, C and R if the page is in Italian.
    fn letters(&self, text: &str) -> String {
        let word = |word: &str| match (self.language, word) {
            (Language::English, _) | (_, "x") => word.to_owned(),
            (_, "declare") => self.t("action.declares").to_owned(),
            (_, "pass") => self.t("action.pass").to_owned(),
            _ => word.replace('J', "F").replace('Q', "C").replace('K', "R"),
        };
        text.split(' ').map(word).collect::<Vec<_>>().join(" ")
    }
}

impl std::ops::Deref for Terms {
    type Target = Words;

    fn deref(&self) -> &Words {
        &self.words
    }
}

/// The value that all items have, if there is one.
fn same<T: PartialEq>(mut items: impl Iterator<Item = T>) -> Option<T> {
    let first = items.next()?;
    items.all(|item| item == first).then_some(first)
}

#[cfg(test)]
mod tests {
    use spariglio_agents::search::{PARTS, part_name};
    use spariglio_engine::{Action, CardSet, Deck, Game};

    use super::Terms;
    use crate::page::Piece;
    use spariglio_text::Language;

    fn both(preset: &str) -> (Game, [Terms; 2]) {
        let game = Game::preset(preset).expect("a preset");
        let terms = Language::ALL.map(|language| Terms::new(language, [&game].into_iter()));
        (game, terms)
    }

    #[test]
    fn every_kind_has_a_name_in_both_languages() {
        let (_, [english, italian]) = both("scopone");
        let headings = ["spariglio", "mulinello", "sevens", "anchor", "rival", "leads"];
        for name in (0..PARTS).map(part_name).chain(headings) {
            let same = ["single", "spariglio", "simili", "quadriglia"].contains(&name);
            assert!(same || english.kind(name) != italian.kind(name), "{name}");
        }
        assert_eq!([english, italian].map(|terms| terms.kind("single")), ["settebello"; 2]);
        assert_eq!([english, italian].map(|terms| terms.kind("suit")), ["coins", "denari"]);
        let game = Game::preset("scopa_d_assi").expect("a preset");
        let aces = Terms::new(Language::English, [&game].into_iter());
        assert_eq!(aces.kind("single") == "settebello", game.rules().score.single.len() == 1);
    }

    #[test]
    fn seats_and_sides_are_named_as_at_the_table() {
        let (game, [english, italian]) = both("scopone");
        assert_eq!([0, 1].map(|side| italian.side(&game, side)), ["Sud–Nord", "Est–Ovest"]);
        assert_eq!(english.seat(Some(2), 1), "North");
        assert_eq!([english.seat(Some(6), 0), english.seat(None, 1)], ["Seat 1", "Seat 2"]);
    }

    #[test]
    fn plays_are_drawn_and_said() {
        let (game, [english, italian]) = both("cirulla");
        let card = |text: &str| Deck::ITALIAN40.parse_card(text).expect("a card");
        let take = Action::play(card("Kc"), CardSet::single(card("Ks")));
        let plays = [english, italian].map(|terms| terms.play(&game, take));
        assert_eq!(plays.each_ref().map(|play| play.letters.as_str()), ["Kc x Ks", "Rc x Rs"]);
        assert_eq!(plays[0].words, "king of cups takes king of swords");
        assert_eq!(plays[0].pieces.len(), 3);
        let declared = Action::declare(["Ad", "Jd", "7c"].map(card).into_iter().collect(), 3);
        let play = italian.play(&game, declared);
        assert_eq!(play.letters, "accusa Ad 7c=3 Fd");
        assert!(matches!(&play.pieces[4], Piece::Sign(text) if text.ends_with('3')), "{play:?}");
    }
}
