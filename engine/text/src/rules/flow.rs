//! The cards, the deal, the end of a hand and of a match (`docs/reference/rules.md` B.1 to B.3, B.5, B25).

use spariglio_engine::rules::Misdeal;
use spariglio_engine::{CardSet, Suit};

use crate::language::{lines, said};
use crate::wording::Wording;

impl Wording<'_> {
    pub(super) fn pack_rules(&self) -> Vec<String> {
        let deck = self.game.deck();
        let count = deck.size();
        let mut suits: Vec<Suit> = deck.suits().collect();
        self.list(&mut suits, |&suit| suit as u8);
        let suits: Vec<String> = suits.into_iter().map(|suit| self.suit_legend(suit)).collect();
        let suits = suits.join(", ");
        let mut ranks = self.ranks();
        self.list(&mut ranks, |&rank| rank);
        let (values, none): (Vec<u8>, Vec<u8>) = ranks.into_iter().partition(|&rank| deck.value(rank) > 0);
        let value = |&rank: &u8| format!("{} = {}", self.rank(rank), self.value(deck.value(rank)));
        let values = values.iter().map(value).collect::<Vec<_>>().join(", ");
        let words: Vec<String> = none.iter().map(|&rank| self.rank(rank)).collect();
        let words = words.join(", ");
        lines! { self;
            "The deck has {count} cards: each of its ranks once in each suit.",
            "Il mazzo ha {count} carte: ogni valore una volta in ogni seme.";
            "Suits: {suits}.", "Semi: {suits}.";
            "Ranks, each with its value: {values}.", "Carte, ciascuna con il suo valore: {values}.";
            if !none.is_empty() => "Ranks without a value: {words}.", "Carte senza valore: {words}.";
        }
    }

    pub(super) fn spelling_rule(&self) -> String {
        let cards = self.game.deck().cards();
        let example = cards.iter().last().map_or_else(String::new, |card| self.card(card));
        said!(
            self,
            "A card is written as its rank and its suit: {example}.",
            "Una carta si scrive con il nome e il seme: {example}."
        )
    }

    /// The ranks of the deck.
    pub(super) fn ranks(&self) -> Vec<u8> {
        let deck = self.game.deck();
        let is_held = |rank: &u8| !(deck.cards() & CardSet::rank(*rank)).is_empty();
        (1..=deck.ranks()).filter(is_held).collect()
    }

    fn suit_legend(&self, suit: Suit) -> String {
        let (word, short) = (self.suit_word(suit), self.suit(suit));
        if word == short {
            word.to_owned()
        } else {
            format!("{word} ({short})")
        }
    }

    pub(super) fn seat_rules(&self) -> Vec<String> {
        let (players, sides) = (self.game.players(), self.game.sides());
        let last = players - 1;
        let all_alone = sides == players;
        lines! { self;
            "There are {players} seats, 0 to {last}; they play in this order, and seat 0 follows seat {last}.",
            "I posti sono {players}, da 0 a {last}; giocano in quest'ordine, e dopo il posto {last} viene il posto 0.";
            if all_alone => "Each seat plays for itself: it is a side.", "Ogni posto gioca per sé: è una parte.";
            ..(0..sides).filter(|_| !all_alone).map(|side| self.seats_of(side));
        }
    }

    fn seats_of(&self, side: usize) -> String {
        let seats = (0..self.game.players()).filter(|&seat| self.game.side(seat) == side);
        let seats: Vec<String> = seats.map(|seat| seat.to_string()).collect();
        let seats = seats.join(", ");
        said!(
            self,
            "Seats {seats} are side {side}: one pile, one score.",
            "I posti {seats} sono la parte {side}: un mazzetto, un punteggio."
        )
    }

    /// The seats as persons at a table speak of them.
    pub(super) fn player_rules(&self) -> Vec<String> {
        let players = self.game.players();
        let has_partners = self.game.has_partners();
        lines! { self;
            "{players} players; the turn goes to the right, counter-clockwise.",
            "{players} giocatori; il turno passa a destra, in senso antiorario.";
            if has_partners =>
                "Partners sit opposite each other and are one side: one pile, one score.",
                "I compagni siedono uno di fronte all'altro e sono una parte: un mazzetto, un punteggio.";
            if !has_partners => "Each player is a side.", "Ogni giocatore è una parte.";
        }
    }

    pub(super) fn deal_rules(&self) -> Vec<String> {
        let (game, deal) = (self.game, &self.game.rules().deal);
        let table = deal.table;
        let rounds: Vec<String> = deal.rounds.iter().map(u8::to_string).collect();
        let (count, rounds) = (rounds.len(), rounds.join(", "));
        let (never, again) = (game.pack_len() - game.dealt_len(), game.rules().sweep.again);
        lines! { self;
            "At the start {table} cards lie face up on the table.",
            "All'inizio ci sono {table} carte scoperte sul tavolo.";
            "Hand cards dealt to each seat, one deal-round after the other ({count} in all): {rounds}.",
            "Carte in mano date a ogni posto, una distribuzione dopo l'altra ({count} in tutto): {rounds}.";
            if count > 1 =>
                "The next deal-round begins if all hands are empty; no cards are added to the table.",
                "Si distribuisce di nuovo se tutte le mani sono vuote; sul tavolo non si aggiungono carte.";
            if never > 0 =>
                "{never} cards are never dealt and never seen.",
                "{never} carte non vengono distribuite e nessuno le vede.";
            if deal.open =>
                "All hand cards lie face up: every seat sees them.",
                "Tutte le carte in mano sono scoperte: ogni posto le vede.";
            ..self.misdeal_rule();
            if !again =>
                "The seat after the dealer plays first in each deal-round, and the dealer last.",
                "Il posto dopo il mazziere gioca per primo in ogni distribuzione, il mazziere per ultimo.";
            if again =>
                "The seat after the dealer plays first in each deal-round.",
                "Il posto dopo il mazziere gioca per primo in ogni distribuzione.";
        }
    }

    fn misdeal_rule(&self) -> Vec<String> {
        let (deck, misdeal) = (self.game.deck(), self.game.rules().deal.misdeal);
        let [ace, king] = [1, deck.ranks()].map(|rank| self.rank(rank));
        let is_whole = |rank| !(deck.cards() & CardSet::rank(rank)).is_empty();
        lines! { self;
            if misdeal == Misdeal::ThreeKings && is_whole(deck.ranks()) =>
                "A deal with three or four cards of the rank {king} on the table is dealt again.",
                "Se tra le carte del tavolo ci sono tre o quattro carte {king}, si distribuisce di nuovo.";
            if misdeal == Misdeal::TwoAces && is_whole(1) =>
                "A deal with two or more cards of the rank {ace} on the table is dealt again.",
                "Se tra le carte del tavolo ci sono due o più carte {ace}, si distribuisce di nuovo.";
        }
    }

    pub(super) fn match_rules(&self) -> Vec<String> {
        let end = self.game.rules().end;
        let (limit, hands) = (end.limit.unwrap_or(0), end.hands.unwrap_or(0));
        lines! { self;
            if end.limit.is_some() =>
                "The match ends after a hand if one side has {limit} points or more, and more than every other: it wins.",
                "La partita finisce dopo una smazzata se una parte ha almeno {limit} punti e più di ogni altra: vince.";
            if end.hands.is_some() =>
                "The match ends after {hands} hands; the side with the most points wins.",
                "La partita finisce dopo {hands} smazzate; vince la parte con più punti.";
            if end.seven_zero =>
                "It also ends after a hand if one side has 7 points or more and every other side 0.",
                "Finisce anche dopo una smazzata se una parte ha almeno 7 punti e ogni altra 0.";
            "After each hand the next seat deals.", "Dopo ogni smazzata distribuisce il posto successivo.";
        }
    }
}
