//! Declarations and the dealer's bonus (`docs/reference/rules.md` B.6, CL9 to CL16, CR2 to CR6, E.4).

use spariglio_engine::cards::MATTA;
use spariglio_engine::rules::{DeclarationHands, DeclarationMode, Matta};

use crate::language::{lines, said};
use crate::wording::Wording;

impl Wording<'_> {
    /// Whether seats decide about declarations.
    pub(super) fn declares_by_choice(&self) -> bool {
        self.game.rules().declarations.mode == DeclarationMode::Choice
    }

    pub(super) fn declaration_rules(&self) -> Vec<String> {
        let rules = self.game.rules().declarations;
        let declares = rules.hands != DeclarationHands::None;
        let [fifteen, thirty] = [15, 30].map(|value| self.value(value));
        let mut lines = lines! { self;
            ..declares.then(|| self.rules_of_threes()).into_iter().flatten();
            if rules.dealer_bonus =>
                "If the first table cards add up to {fifteen} or {thirty}, the dealer's side takes them before the first play: 1 point for {fifteen}, 2 for {thirty}; it has captured last then.",
                "Se le prime carte del tavolo sommano {fifteen} o {thirty}, la parte del mazziere le prende prima della prima giocata: 1 punto per {fifteen}, 2 per {thirty}; è allora l'ultima presa.";
        };
        let is_wild = self.game.deck().cards().contains(MATTA) && rules.matta != Matta::None;
        if is_wild && !lines.is_empty() {
            lines.extend(self.wild_card());
        }
        lines
    }

    fn rules_of_threes(&self) -> Vec<String> {
        let rules = self.game.rules().declarations;
        let (any_three, by_choice) = (rules.hands == DeclarationHands::AnyThree, self.declares_by_choice());
        let (most, three, ten) = (self.value(rules.three_max_sum), rules.three_points, rules.ten_points);
        lines! { self;
            if any_three && by_choice =>
                "Before its first card of the hand a seat may declare three of its cards, and further threes without a common card.",
                "Prima della sua prima carta della smazzata un posto può accusare tre sue carte, e altre terne senza carte in comune.";
            if any_three && !by_choice =>
                "Before its first card of the hand a seat declares the threes of its cards, without a common card, that score most in all.",
                "Prima della sua prima carta della smazzata un posto accusa le terne di sue carte, senza carte in comune, che valgono di più in tutto.";
            if !any_three && by_choice =>
                "A seat that holds exactly three cards may declare them once, before its first card of the deal-round.",
                "Un posto che ha esattamente tre carte può accusarle una volta, prima della sua prima carta della distribuzione.";
            if !any_three && !by_choice =>
                "A seat that holds exactly three cards declares them if they score, before its first card of the deal-round.",
                "Un posto che ha esattamente tre carte le accusa se valgono punti, prima della sua prima carta della distribuzione.";
            "Three cards whose values add up to {most} or less score {three}.",
            "Tre carte con somma dei valori di {most} o meno valgono {three}.";
            "Three cards of the same value score {ten}, and nothing for a small sum; cards without a value cannot be declared.",
            "Tre carte dello stesso valore valgono {ten}, e niente per la somma bassa; le carte senza valore non si accusano.";
            "Declared cards are shown to everybody until they are played.",
            "Le carte accusate restano scoperte finché non vengono giocate.";
            if any_three =>
                "A seat that holds declared cards plays these first.",
                "Un posto che ha carte accusate gioca prima queste.";
            if any_three && by_choice =>
                "Several declarations are made in any order.",
                "Più accusi si fanno in qualsiasi ordine.";
        }
    }

    fn wild_card(&self) -> Vec<String> {
        let rules = self.game.rules().declarations;
        let (card, term) = (self.card(MATTA), self.term("matta", "matta"));
        let wild = self.or_neutral("Matta", "Jolly");
        let [one, two, fifteen, thirty] = [1, 2, 15, 30].map(|value| self.value(value));
        let values = (1..=10)
            .map(|value| self.value(value).to_string())
            .collect::<Vec<_>>()
            .join(", ");
        let [any, whatever] = match self.is_disguised() {
            false => [
                said!(self, "value from 1 to 10", "un valore qualsiasi da 1 a 10"),
                said!(self, "value from 1 to 10", "il valore da 1 a 10"),
            ],
            true => [
                said!(self, "of the values {values}", "uno qualsiasi dei valori {values}"),
                said!(self, "of the values {values}", "quello dei valori {values}"),
            ],
        };
        let declares = rules.hands != DeclarationHands::None;
        let platform = rules.matta == Matta::Platform;
        lines! { self;
            if declares && !platform =>
                "Wild card{term}: in a declaration {card} has any {any}, which is written with it, as in {card}={two}.",
                "{wild}: in un accuso {card} ha {any}, che si scrive accanto, come in {card}={two}.";
            if declares && platform =>
                "Wild card{term}: in a declaration {card} has the value {one} for a small sum, or the value of two equal cards; the value is written with it, as in {card}={one}.",
                "{wild}: in un accuso {card} vale {one} per la somma bassa, oppure il valore di due carte uguali; il valore si scrive accanto, come in {card}={one}.";
            if declares && !platform =>
                "It keeps this value for captures until the hand ends, in the hand and on the table.",
                "Mantiene questo valore per le prese fino alla fine della smazzata, in mano e sul tavolo.";
            if declares && platform =>
                "It keeps this value for captures until it lies on the table after a play of the dealer.",
                "Mantiene questo valore per le prese finché si trova sul tavolo dopo una giocata del mazziere.";
            if rules.dealer_bonus =>
                "Among the first table cards {card} has whatever {whatever} makes {fifteen} or {thirty}.",
                "Tra le prime carte del tavolo {card} ha {whatever} che fa {fifteen} o {thirty}.";
        }
    }
}
