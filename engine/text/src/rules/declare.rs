//! Declarations and the dealer's bonus (`docs/reference/rules.md` B.6, CL9 to CL16, CR2 to CR6, E.4).

use spariglio_engine::{DeclarationHands, DeclarationMode, MATTA, Matta};

use super::line_if;
use crate::language::said;
use crate::wording::Wording;

impl Wording<'_> {
    /// Whether seats decide about declarations.
    pub(super) fn declares_by_choice(&self) -> bool {
        self.game.rules().declarations.mode == DeclarationMode::Choice
    }

    pub(super) fn declaration_rules(&self) -> Vec<String> {
        let rules = self.game.rules().declarations;
        let mut lines = Vec::new();
        if rules.hands != DeclarationHands::None {
            lines.push(self.who_declares());
            lines.extend(self.worth_of_declarations());
            lines.extend(self.limits_of_declarations());
        }
        if rules.dealer_bonus {
            lines.push(said!(
                self,
                "If the first table cards add up to 15 or 30, the dealer's side takes them before the first play: 1 point for 15, 2 for 30; it has captured last then.",
                "Se le prime carte del tavolo sommano 15 o 30, la parte del mazziere le prende prima della prima giocata: 1 punto per 15, 2 per 30; è allora l'ultima presa."
            ));
        }
        let is_wild = self.game.deck().cards().contains(MATTA) && rules.matta != Matta::None;
        if is_wild && !lines.is_empty() {
            lines.extend(self.wild_card());
        }
        lines
    }

    fn who_declares(&self) -> String {
        let rules = self.game.rules().declarations;
        match (rules.hands, self.declares_by_choice()) {
            (DeclarationHands::AnyThree, true) => said!(
                self,
                "Before its first card of the hand a seat may declare three of its cards, and further threes without a common card.",
                "Prima della sua prima carta della mano un posto può accusare tre sue carte, e altre terne senza carte in comune."
            ),
            (DeclarationHands::AnyThree, false) => said!(
                self,
                "Before its first card of the hand a seat declares the threes of its cards, without a common card, that score most in all.",
                "Prima della sua prima carta della mano un posto accusa le terne di sue carte, senza carte in comune, che valgono di più in tutto."
            ),
            (_, true) => said!(
                self,
                "A seat that holds exactly three cards may declare them once, before its first card of the deal-round.",
                "Un posto che ha esattamente tre carte può accusarle una volta, prima della sua prima carta della distribuzione."
            ),
            (_, false) => said!(
                self,
                "A seat that holds exactly three cards declares them if they score, before its first card of the deal-round.",
                "Un posto che ha esattamente tre carte le accusa se valgono punti, prima della sua prima carta della distribuzione."
            ),
        }
    }

    fn worth_of_declarations(&self) -> [String; 2] {
        let rules = self.game.rules().declarations;
        let (most, three, ten) = (rules.three_max_sum, rules.three_points, rules.ten_points);
        [
            said!(
                self,
                "Three cards whose values add up to {most} or less score {three}.",
                "Tre carte con somma dei valori di {most} o meno valgono {three}."
            ),
            said!(
                self,
                "Three cards of the same value score {ten}, and nothing for a small sum; cards without a value cannot be declared.",
                "Tre carte dello stesso valore valgono {ten}, e niente per la somma bassa; le carte senza valore non si accusano."
            ),
        ]
    }

    fn limits_of_declarations(&self) -> Vec<String> {
        let any_three = self.game.rules().declarations.hands == DeclarationHands::AnyThree;
        let display = said!(
            self,
            "Declared cards are shown to everybody until they are played.",
            "Le carte accusate restano scoperte finché non vengono giocate."
        );
        let first = line_if(any_three, || {
            said!(
                self,
                "A seat that holds declared cards plays these first.",
                "Un posto che ha carte accusate gioca prima queste."
            )
        });
        let order = line_if(any_three && self.declares_by_choice(), || {
            said!(
                self,
                "Several declarations are made in the order of their cards, lowest ranks first.",
                "Più accusi si fanno nell'ordine delle loro carte, prima le più basse."
            )
        });
        [Some(display), first, order].into_iter().flatten().collect()
    }

    fn wild_card(&self) -> Vec<String> {
        let rules = self.game.rules().declarations;
        let (card, term) = (self.card(MATTA), self.term("matta", "matta"));
        let declares = rules.hands != DeclarationHands::None;
        let platform = rules.matta == Matta::Platform;
        let in_threes = line_if(declares && !platform, || {
            said!(
                self,
                "Wild card{term}: in a declaration {card} has any value from 1 to 10, which is written with it, as in {card}=2.",
                "Jolly{term}: in un accuso {card} ha un valore qualsiasi da 1 a 10, che si scrive accanto, come in {card}=2."
            )
        });
        let on_platform = line_if(declares && platform, || {
            said!(
                self,
                "Wild card{term}: in a declaration {card} has the value 1 for a small sum, or the value of two equal cards; the value is written with it, as in {card}=1.",
                "Jolly{term}: in un accuso {card} vale 1 per la somma bassa, oppure il valore di due carte uguali; il valore si scrive accanto, come in {card}=1."
            )
        });
        let keeps = line_if(declares && !platform, || {
            said!(
                self,
                "It keeps this value for captures until the hand ends, in the hand and on the table.",
                "Mantiene questo valore per le prese fino alla fine della mano, in mano e sul tavolo."
            )
        });
        let loses = line_if(declares && platform, || {
            said!(
                self,
                "It keeps this value for captures until it lies on the table after a play of the dealer.",
                "Mantiene questo valore per le prese finché si trova sul tavolo dopo una giocata del mazziere."
            )
        });
        let for_dealer = line_if(rules.dealer_bonus, || {
            said!(
                self,
                "Among the first table cards {card} has whatever value from 1 to 10 makes 15 or 30.",
                "Tra le prime carte del tavolo {card} ha il valore da 1 a 10 che fa 15 o 30."
            )
        });
        [in_threes, on_platform, keeps, loses, for_dealer]
            .into_iter()
            .flatten()
            .collect()
    }
}
