//! A view in words: the knowledge of the seat, the turns so far, the legal actions.

use spariglio_engine::{Action, Card, CardSet, MatchState, View};

use crate::language::{lines, said};
use crate::wording::Wording;

/// The parts of a view's text that a caller chooses.
#[derive(Copy, Clone, Debug)]
pub struct Shown<'a> {
    /// Whether the legal actions are listed.
    pub legal: bool,
    /// Whether all turns of the hand are told; else those from the last turn of the seat on.
    pub whole_hand: bool,
    /// The match before this hand, if the hand is part of one.
    pub standing: Option<&'a MatchState>,
}

impl Default for Shown<'_> {
    fn default() -> Self {
        Shown { legal: true, whole_hand: true, standing: None }
    }
}

impl Wording<'_> {
    /// Everything that a view shows, in lines. The legal actions are listed as answers should give them.
    ///
    /// If the view has its whole history and all of it is shown, two views with different information sets or legal
    /// actions have different texts.
    #[must_use]
    pub fn view(&self, view: &View<'_>, shown: Shown<'_>) -> String {
        let mut lines = self.where_it_stands(view, shown.standing);
        lines.extend(self.history(view, shown.whole_hand));
        lines.extend(self.position(view));
        if shown.legal && view.seat() == view.to_act() && !view.public_state().is_over() {
            lines.push(said!(self, "Legal actions:", "Giocate permesse:"));
            lines.extend(legal(view).into_iter().map(|action| format!("- {}", self.action(action))));
        }
        lines.join("\n") + "\n"
    }

    fn where_it_stands(&self, view: &View<'_>, standing: Option<&MatchState>) -> Vec<String> {
        let (name, seat, dealer) = (self.game_name(), view.seat(), view.dealer());
        let (round, rounds) = (view.deal_round() + 1, self.game.deal_rounds());
        let (ply, plies) = (view.ply(), self.game.plies());
        let (other, is_over) = (view.to_act(), view.public_state().is_over());
        lines! { self;
            "{name}. You are seat {seat}. Seat {dealer} is the dealer.",
            "{name}. Sei al posto {seat}. Il mazziere è il posto {dealer}.";
            if is_over => "The hand is over.", "La smazzata è finita.";
            if !is_over && other != seat => "Seat {other} is to act.", "Tocca al posto {other}.";
            ..standing.map(|standing| self.standing(standing));
            "Deal-round {round} of {rounds}. Cards played: {ply} of {plies}.",
            "Distribuzione {round} di {rounds}. Carte giocate: {ply} di {plies}.";
        }
    }

    fn standing(&self, standing: &MatchState) -> String {
        let hand = standing.hands + 1;
        let points: Vec<String> = standing.scores.iter().map(i64::to_string).collect();
        let points = points.join(", ");
        said!(
            self,
            "Hand {hand} of a match. Points of the sides, from side 0: {points}.",
            "Smazzata {hand} di una partita. Punti delle parti, dalla parte 0: {points}."
        )
    }

    fn position(&self, view: &View<'_>) -> Vec<String> {
        let matta = view.matta();
        let table = self.cards(view.table(), matta);
        let hand = self.cards(view.hand_cards(), matta);
        let unseen = self.cards(view.unseen(), 0);
        let others = (1..self.game.players()).map(|step| (view.seat() + step) % self.game.players());
        let never = self.game.pack_len() - self.game.dealt_len();
        let later = view.stock_len() - never;
        lines! { self;
            "Table: {table}", "Tavolo: {table}";
            ..view.last_lay().map(|card| self.laid(card));
            "Your hand: {hand}", "La tua mano: {hand}";
            ..others.map(|seat| self.other_hand(view, seat));
            ..(0..self.game.sides()).map(|side| self.pile(view, side));
            ..self.score_so_far(view);
            ..view.last_capture().map(|side| said!(self, "Captured last: side {side}", "Ultima presa: parte {side}"));
            "Cards that you have not seen: {unseen}", "Carte che non hai visto: {unseen}";
            if later > 0 => "Still to be dealt: {later} of them", "Da distribuire: {later} di queste";
            if never > 0 => "Never dealt: {never} of them", "Mai distribuite: {never} di queste";
            ..self.declining(view);
        }
    }

    fn laid(&self, card: Card) -> String {
        let card = self.card(card);
        said!(self, "Laid by the play before: {card}", "Lasciata dalla giocata precedente: {card}")
    }

    fn other_hand(&self, view: &View<'_>, seat: usize) -> String {
        let (count, known) = (view.hand_len(seat), view.known(seat));
        let partner = self.game.side(seat) == self.game.side(view.seat());
        let who = match partner {
            false => said!(self, "Seat {seat}", "Posto {seat}"),
            true => said!(self, "Seat {seat} (your partner)", "Posto {seat} (il tuo compagno)"),
        };
        let cards = self.cards(known, view.matta());
        match known.is_empty() {
            true => said!(self, "{who}: hand cards {count}", "{who}: carte in mano {count}"),
            false => said!(
                self,
                "{who}: hand cards {count}, of which known {cards}",
                "{who}: carte in mano {count}, di cui note {cards}"
            ),
        }
    }

    fn pile(&self, view: &View<'_>, side: usize) -> String {
        let pile = view.pile(side);
        let (count, cards) = (pile.len(), self.cards(pile, 0));
        let is_own = side == self.game.side(view.seat());
        let yours = if is_own { self.either(" (yours)", " (tuo)") } else { "" };
        let mut text = said!(
            self,
            "Pile of side {side}{yours}, {count} cards: {cards}",
            "Mazzetto della parte {side}{yours}, {count} carte: {cards}"
        );
        for (count, name) in view.tally(side).counts().into_iter().zip(self.names_of_counts()) {
            if count > 0 {
                text += &format!("; {name} {count}");
            }
        }
        let bonus = view.dealer_bonus();
        if bonus > 0 && self.game.side(view.dealer()) == side {
            text += &said!(self, "; dealer's bonus {bonus}", "; premio del mazziere {bonus}");
        }
        text
    }

    /// The names of the counts of [`spariglio_engine::hand::Tally`], in its order.
    fn names_of_counts(&self) -> [&'static str; 6] {
        [
            self.either("sweeps", "piazze pulite"),
            self.either("declarations of small sums", "accusi di somma bassa"),
            self.either("declarations of equal cards", "accusi di carte uguali"),
            self.either("captures of the card just laid", "prese della carta appena lasciata"),
            self.either("captures in one suit", "prese in un seme"),
            self.either("captures of three or more", "prese di tre o più"),
        ]
    }

    /// The seats that have declined to declare in this deal-round.
    fn declining(&self, view: &View<'_>) -> Option<String> {
        let seats: Vec<String> = (0..self.game.players())
            .filter(|&seat| view.passed(seat))
            .map(|seat| seat.to_string())
            .collect();
        let list = seats.join(", ");
        let line = said!(self, "Seats that passed: {list}", "Posti che hanno passato: {list}");
        (!seats.is_empty()).then_some(line)
    }
}

/// The legal actions of a view, with declarations in any order.
pub(crate) fn legal(view: &View<'_>) -> Vec<Action> {
    let mut actions = Vec::new();
    view.legal_in_any_order(&mut actions);
    actions
}

/// The cards that a seat could name in an action: its hand and the table.
pub(crate) fn in_reach(view: &View<'_>) -> CardSet {
    view.hand_cards() | view.table()
}
