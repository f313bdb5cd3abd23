//! The turns of a hand in words: the first table, then every action with its remarks.

use spariglio_engine::hand::Remark;
use spariglio_engine::{CardSet, Event, PointKind, View};

use crate::language::said;
use crate::wording::Wording;

impl Wording<'_> {
    /// The turns of the hand, or those from the last turn of the seat on. Empty if no history was kept.
    pub(crate) fn history(&self, view: &View<'_>, whole_hand: bool) -> Vec<String> {
        let events = view.events();
        let first = match whole_hand {
            true => 0,
            false => events.iter().rposition(|event| event.seat == view.seat()).unwrap_or(0),
        };
        let mut lines = Vec::new();
        if first == 0 && (!events.is_empty() || view.ply() == 0) {
            lines.extend(self.opening(view));
        }
        let mut round = events.get(first).map_or(0, |event| event.deal_round);
        for (place, event) in events.iter().enumerate().skip(first) {
            if event.deal_round != round {
                round = event.deal_round;
                lines.push(self.round_title(round));
            }
            lines.push(self.event(event));
            let next = events.get(place + 1).map_or(view.to_act(), |next| next.seat);
            lines.extend(self.showing(next, event.shown, view.matta()));
        }
        if lines.is_empty() {
            return lines;
        }
        let title = match first {
            0 => said!(self, "What happened:", "Che cosa è successo:"),
            _ => said!(self, "From your last turn on:", "Dal tuo ultimo turno in poi:"),
        };
        lines.insert(0, title);
        lines
    }

    fn opening(&self, view: &View<'_>) -> Vec<String> {
        let opening = view.opening();
        let (dealer, points) = (view.dealer(), opening.dealer_bonus);
        let table = self.cards(opening.table, 0);
        let mut lines = vec![said!(self, "- First table: {table}", "- Primo tavolo: {table}")];
        if points > 0 {
            lines.push(said!(
                self,
                "- The side of seat {dealer} takes it: {points} points",
                "- La parte del posto {dealer} lo prende: {points} punti"
            ));
        }
        let first = (dealer + 1) % self.game.players();
        lines.extend(self.showing(first, opening.shown, view.matta()));
        lines
    }

    fn round_title(&self, round: usize) -> String {
        let round = round + 1;
        said!(self, "- Deal-round {round}", "- Distribuzione {round}")
    }

    fn event(&self, event: &Event) -> String {
        let (seat, action) = (event.seat, self.action(event.action));
        let remarks: Vec<String> = event.remarks.iter().map(|remark| self.remark(*remark)).collect();
        let remarks = match remarks.is_empty() {
            true => String::new(),
            false => format!(" ({})", remarks.join(", ")),
        };
        said!(self, "- Seat {seat}: {action}{remarks}", "- Posto {seat}: {action}{remarks}")
    }

    /// The cards of an automatic declaration.
    fn showing(&self, seat: usize, shown: CardSet, matta: u8) -> Option<String> {
        let cards = self.cards(shown, matta);
        (!shown.is_empty()).then(|| {
            said!(self, "- Seat {seat} declares and shows {cards}", "- Il posto {seat} accusa e mostra {cards}")
        })
    }

    fn remark(&self, remark: Remark) -> String {
        match remark {
            Remark::Sweep => self.either("sweep", self.or_neutral("scopa", "piazza pulita")).to_owned(),
            Remark::Capture(kind) => self.capture_remark(kind),
            Remark::Single(card) => self.card(card),
            Remark::Declared { points, .. } => said!(self, "{points} points", "{points} punti"),
            Remark::Shutout => said!(self, "wins the match", "vince la partita"),
        }
    }

    fn capture_remark(&self, kind: PointKind) -> String {
        match kind {
            PointKind::Picada => said!(self, "the card just laid", "la carta appena lasciata"),
            PointKind::Simili => said!(self, "one suit", "un seme"),
            _ => said!(self, "three or more", "tre o più"),
        }
    }
}
