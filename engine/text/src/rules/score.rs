//! The points of a hand (`docs/reference/rules.md` B.7, C.4 to C.12).

use spariglio_engine::rules::{LowMeld, Majority, Prime, PrimeMissingSuit, Ties};
use spariglio_engine::{Card, CardSet};

use crate::language::{lines, said};
use crate::wording::Wording;

/// The ranks of the prime below the courts, the best first.
const BY_PRIME: [u8; 7] = [7, 6, 1, 5, 4, 3, 2];

impl Wording<'_> {
    pub(super) fn score_rules(&self) -> Vec<String> {
        let score = &self.game.rules().score;
        lines! { self;
            "The points of a hand are counted when it ends. Goal: more points than the other sides.",
            "I punti di una smazzata si contano alla fine. Obiettivo: più punti delle altre parti.";
            ..self.majorities();
            ..self.prime_rules();
            ..score.single.iter().map(|(&card, &points)| self.single_rule(card, points));
            ..self.melds();
            ..self.capture_points();
            ..self.shutout_rule();
        }
    }

    fn single_rule(&self, card: Card, points: u16) -> String {
        let (card, name) = (self.card(card), self.single_name(card));
        said!(self, "{card}{name} in the pile scores {points}.", "{card}{name} nel mazzetto vale {points}.")
    }

    /// The players' name for a card that scores.
    fn single_name(&self, card: Card) -> String {
        if card == spariglio_engine::cards::SETTEBELLO {
            self.term("settebello", "settebello")
        } else {
            String::new()
        }
    }

    fn majorities(&self) -> Vec<String> {
        let score = &self.game.rules().score;
        let (cards, suit_points, suit) = (score.cards, score.suit_points, self.suit_word(score.suit));
        let (level, most) = (self.level(score.majority), score.majority == Majority::Most);
        let more = if most {
            self.either("More", "Più")
        } else {
            self.either("Fewer", "Meno")
        };
        lines! { self;
            if cards > 0 =>
                "{more} cards in the pile than every other side scores {cards}; if level, {level}.",
                "{more} carte nel mazzetto di ogni altra parte: {cards}; se pari, {level}.";
            if suit_points > 0 =>
                "{more} cards of {suit} in the pile than every other side scores {suit_points}; if level, {level}.",
                "{more} carte di {suit} nel mazzetto di ogni altra parte: {suit_points}; se pari, {level}.";
        }
    }

    /// What happens if sides are level.
    fn level(&self, majority: Majority) -> String {
        match (self.game.rules().score.ties, majority) {
            (Ties::Nobody, _) => said!(self, "nobody scores", "a nessuno"),
            (Ties::Each, Majority::Most) => {
                said!(self, "each side that has the most scores it", "a ciascuna parte che ne ha di più")
            }
            (Ties::Each, Majority::Fewest) => {
                said!(self, "each side that has the fewest scores it", "a ciascuna parte che ne ha di meno")
            }
        }
    }

    fn prime_rules(&self) -> Vec<String> {
        let score = &self.game.rules().score;
        let Some((numerals, courts)) = score.prime.values() else {
            return Vec::new();
        };
        let held = self.ranks();
        let first_court = self.game.deck().ranks() - 2;
        let mut values: Vec<(u8, u8)> = BY_PRIME.iter().map(|&rank| (rank, numerals[usize::from(rank) - 1])).collect();
        values.extend((first_court..).zip(courts));
        values.retain(|(rank, _)| held.contains(rank));
        let (term, level) = (self.term("prime, primiera", "primiera"), self.level(Majority::Most));
        if score.prime == Prime::Sevens {
            let seven = self.rank(7);
            return lines! { self;
                "Prime{term}: most cards of rank {seven} scores 1; if level, {level}.",
                "Primiera{term}: più carte di valore {seven}: 1; se pari, {level}.";
            };
        }
        if score.prime == Prime::MostSevens {
            let (courts, numerals): (Vec<u8>, Vec<u8>) =
                values.iter().map(|(rank, _)| *rank).partition(|&rank| rank >= first_court);
            let words =
                |ranks: Vec<u8>, join: &str| ranks.iter().map(|&rank| self.rank(rank)).collect::<Vec<_>>().join(join);
            let mut order = words(numerals, ", ");
            if !courts.is_empty() {
                order += &format!(", {}", words(courts, "+"));
            }
            return lines! { self;
                "Prime{term}: most cards of the first of these ranks scores 1; if level, of the next, and so on: {order}; if all are level, {level}.",
                "Primiera{term}: più carte del primo di questi valori: 1; se pari, del successivo, e così via: {order}; se tutto è pari, {level}.";
            };
        }
        self.list(&mut values, |&(rank, _)| rank);
        let listed: Vec<String> = values
            .iter()
            .map(|&(rank, value)| format!("{} = {}", self.rank(rank), self.prime_value(value)))
            .collect();
        let listed = listed.join(", ");
        let no_prime = score.prime_missing_suit == PrimeMissingSuit::NoPrime;
        lines! { self;
            "Best sum{term}: in each suit the best card of the pile counts: {listed}; the side with the highest sum scores 1; if level, {level}.",
            "Somma migliore{term}: in ogni seme conta la carta migliore del mazzetto: {listed}; la parte con la somma più alta: 1; se pari, {level}.";
            if no_prime =>
                "A pile without a card of some suit has no such sum and cannot score for it.",
                "Un mazzetto senza carte di un seme non ha questa somma e non può averne il punto.";
            if !no_prime =>
                "A suit without a card in the pile counts 0 in this sum.",
                "Un seme senza carte nel mazzetto conta 0 in questa somma.";
        }
    }

    fn melds(&self) -> Vec<String> {
        let score = &self.game.rules().score;
        let (suit, ace) = (self.suit_word(score.suit), self.rank(1));
        let high = score.high_meld;
        let last = self.game.deck().ranks();
        let has = |rank: u8| self.game.deck().cards().contains(Card::of(rank, score.suit));
        let courts: Vec<String> = (last - 2..=last).map(|rank| self.rank(rank)).collect();
        let courts = courts.join(", ");
        let length = (1..=last).take_while(|&rank| has(rank)).count() as u8;
        let worth = |run: u8| (run, score.low_meld.points(run));
        let table: Vec<String> = (2..=length)
            .map(worth)
            .filter(|(_, points)| *points > 0)
            .map(|(run, points)| format!("{run}: {points}"))
            .collect();
        let table = table.join(", ");
        lines! { self;
            if score.low_meld != LowMeld::None && has(1) =>
                "An unbroken run of {suit} from {ace} up in one pile scores by its length: {table}.",
                "Una sequenza di {suit} da {ace} in su in un mazzetto vale secondo la lunghezza: {table}.";
            if high > 0 && (last - 2..=last).all(has) =>
                "{courts} of {suit} in one pile score {high}.",
                "{courts} di {suit} in un mazzetto valgono {high}.";
        }
    }

    fn capture_points(&self) -> Vec<String> {
        let score = &self.game.rules().score;
        let (picada, simili, quadriglia) = (score.picada, score.simili, score.quadriglia);
        lines! { self;
            if picada > 0 =>
                "Taking exactly the card that the play before laid, as an equal card, scores {picada}.",
                "Prendere esattamente la carta lasciata dalla giocata precedente, come carta uguale, vale {picada}.";
            if simili > 0 =>
                "A capture with all cards of one suit, the played card included, scores {simili}.",
                "Una presa con tutte le carte di un seme, compresa quella giocata, vale {simili}.";
            if quadriglia > 0 =>
                "Taking three or more cards from the table scores {quadriglia}.",
                "Prendere tre o più carte dal tavolo vale {quadriglia}.";
        }
    }

    fn shutout_rule(&self) -> Vec<String> {
        let score = &self.game.rules().score;
        let (suit, count) = (self.suit_word(score.suit), (self.game.deck().cards() & CardSet::suit(score.suit)).len());
        let value = self.game.shutout_value();
        lines! { self;
            if score.shutout =>
                "A side with all {count} cards of {suit} in its pile wins the match at once; if only hands are compared, this counts {value} and everything else 0.",
                "Una parte con tutte le {count} carte di {suit} nel mazzetto vince subito la partita; se si confrontano solo smazzate, questo conta {value} e il resto 0.";
        }
    }
}
