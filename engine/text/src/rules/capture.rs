//! Captures, lays and sweeps (`docs/reference/rules.md` B.4, C.15).

use spariglio_engine::rules::{Ace, AceOnEmpty, AceWithAce, CaptureRules, SingleFirst};

use crate::language::lines;
use crate::wording::Wording;

impl Wording<'_> {
    pub(super) fn capture_rules(&self) -> Vec<String> {
        let rules = self.game.rules().capture;
        lines! { self;
            "In its turn a seat plays one card: it takes cards from the table, or it is laid face up on the table.",
            "Al suo turno un posto gioca una carta: prende carte dal tavolo, oppure resta scoperta sul tavolo.";
            ..self.kinds_of_capture(&rules);
            "One play makes one of these captures; the played card and the captured cards go to the side's pile.",
            "Una giocata fa una sola di queste prese; la carta giocata e le carte prese vanno nel mazzetto della parte.";
            ..self.limits_of_captures(&rules);
            ..self.sweep_rules();
            "After the last play of the hand, the side that captured last gets the cards left on the table; this is no capture.",
            "Dopo l'ultima giocata della smazzata le carte rimaste vanno alla parte che ha preso per ultima; non è una presa.";
        }
    }

    fn kinds_of_capture(&self, rules: &CaptureRules) -> Vec<String> {
        let (ace, one, fifteen) = (self.rank(1), self.value(1), self.value(15));
        // The words themselves would tell the family.
        let [total, all] = match self.is_disguised() {
            true => [self.either("Total", "Totale"), self.either("All", "Tutto")],
            false => [self.either("Fifteen", "Quindici"), self.either("Ace", "Asso")],
        };
        let takes_all = rules.ace == Ace::TakesAll;
        let deck = self.game.deck();
        let by_rank = self.ranks().into_iter().any(|rank| deck.value(rank) == 0);
        lines! { self;
            if rules.equal && !by_rank =>
                "Equal: a card takes one card of the same value.",
                "Uguale: una carta prende una carta dello stesso valore.";
            if rules.equal && by_rank =>
                "Equal: a card takes one card of the same value; a card without a value takes one of the same rank.",
                "Uguale: una carta prende una carta dello stesso valore; una senza valore ne prende una con lo stesso nome.";
            if rules.sum =>
                "Sum: a card takes two or more cards whose values add up to its own.",
                "Somma: una carta prende due o più carte i cui valori sommati danno il suo.";
            if rules.fifteen =>
                "{total}: a card takes one or more cards that make {fifteen} together with its own value.",
                "{total}: una carta prende una o più carte che con il suo valore fanno {fifteen}.";
            if rules.difference =>
                "Difference: a card takes two cards whose values differ by its own.",
                "Differenza: una carta prende due carte i cui valori differiscono del suo.";
            if takes_all =>
                "{all}: if no card of value {one} lies on the table, a card of value {one} ({ace}) takes all cards of the table, and can take nothing else.",
                "{all}: se sul tavolo non c'è una carta di valore {one}, una carta di valore {one} ({ace}) prende tutto il tavolo, e non può prendere altro.";
            ..takes_all.then(|| self.ace_exceptions(rules)).into_iter().flatten();
        }
    }

    fn ace_exceptions(&self, rules: &CaptureRules) -> Vec<String> {
        let (one, fifteen) = (self.value(1), rules.ace_with_ace == AceWithAce::AceOrFifteen && rules.fifteen);
        let sweep = self.or_neutral("scopa", "piazza pulita");
        lines! { self;
            if rules.equal && !fifteen =>
                "If a card of value {one} lies on the table, a card of value {one} takes one such card and can take nothing else.",
                "Se sul tavolo c'è una carta di valore {one}, una carta di valore {one} ne prende una e non può prendere altro.";
            if rules.equal && fifteen =>
                "If a card of value {one} lies on the table, a card of value {one} takes one such card or makes fifteen.",
                "Se sul tavolo c'è una carta di valore {one}, una carta di valore {one} ne prende una oppure fa quindici.";
            if !rules.equal && fifteen =>
                "If a card of value {one} lies on the table, a card of value {one} can only make fifteen.",
                "Se sul tavolo c'è una carta di valore {one}, una carta di valore {one} può solo fare quindici.";
            if !rules.equal && !fifteen =>
                "If a card of value {one} lies on the table, a card of value {one} takes nothing.",
                "Se sul tavolo c'è una carta di valore {one}, una carta di valore {one} non prende niente.";
            if rules.ace_on_empty == AceOnEmpty::TakesItself =>
                "On an empty table a played card of value {one} goes to the pile at once: the side captured last, but this is no sweep.",
                "Sul tavolo vuoto una carta di valore {one} va subito nel mazzetto: è l'ultima presa, ma non fa {sweep}.";
        }
    }

    fn limits_of_captures(&self, rules: &CaptureRules) -> Vec<String> {
        lines! { self;
            if rules.equal && rules.single_first == SingleFirst::BeforeAll =>
                "A card that can take an equal card may take nothing else.",
                "Una carta che può prendere una carta uguale non può prendere altro.";
            if rules.equal && rules.single_first == SingleFirst::BeforeSums =>
                "A card that can take an equal card may not take a sum.",
                "Una carta che può prendere una carta uguale non può prendere una somma.";
            if rules.fewest =>
                "Among the captures of a card only those of the fewest cards are legal.",
                "Tra le prese di una carta sono permesse solo quelle con meno carte.";
            if rules.mandatory =>
                "A card that can take must take; a seat may always play another card instead.",
                "Una carta che può prendere deve prendere; si può sempre giocare un'altra carta.";
            if !rules.mandatory =>
                "Every card may be laid, even if it could take.",
                "Ogni carta può essere lasciata sul tavolo, anche se potrebbe prendere.";
        }
    }

    fn sweep_rules(&self) -> Vec<String> {
        let rules = self.game.rules();
        let (term, points, one) = (self.term("scopa", "scopa"), rules.sweep.points, self.value(1));
        let sweep = self.or_neutral("scopa", "piazza pulita");
        lines! { self;
            "Sweep{term}: a capture that empties the table scores {points}.",
            "Fa {sweep} una presa che svuota il tavolo: vale {points}.";
            if rules.capture.ace == Ace::TakesAll && !rules.sweep.ace_scores =>
                "A card of value {one} that takes all makes no sweep.",
                "Una carta di valore {one} che prende tutto non fa {sweep}.";
            if rules.sweep.again =>
                "A seat that empties the table by a capture plays again, if it has a card; a seat without cards is passed over.",
                "Un posto che svuota il tavolo con una presa gioca ancora, se ha una carta; un posto senza carte si salta.";
            if !rules.sweep.last_play_scores =>
                "The last play of the hand makes no sweep.",
                "L'ultima giocata della smazzata non fa {sweep}.";
        }
    }
}
