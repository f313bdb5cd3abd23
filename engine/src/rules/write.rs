//! Writing a rule set as TOML: complete, in one canonical order, so that equal rule sets have equal texts.

use std::fmt::Display;

use super::RuleSet;
use super::kinds::Choice;

/// Lines of a TOML text.
struct Lines(String);

impl Lines {
    fn table(&mut self, name: &str) {
        self.0.push_str(&format!("\n[{name}]\n"));
    }

    fn plain(&mut self, key: &str, value: impl Display) {
        self.0.push_str(&format!("{key} = {value}\n"));
    }

    fn choice(&mut self, key: &str, value: impl Choice) {
        self.text(key, value.text());
    }

    fn text(&mut self, key: &str, value: &str) {
        let quoted = toml::Value::String(value.to_owned());
        self.plain(key, quoted);
    }
}

impl RuleSet {
    /// The complete rule set as TOML, without `base`; reading it gives the same rule set.
    pub fn to_toml(&self) -> String {
        let mut lines = Lines(String::new());
        lines.text("name", &self.name);
        lines.choice("deck", self.deck);
        lines.plain("players", self.players);
        lines.plain("sides", self.sides);
        self.write_deal(&mut lines);
        self.write_capture(&mut lines);
        self.write_sweep(&mut lines);
        self.write_declarations(&mut lines);
        self.write_score(&mut lines);
        self.write_match(&mut lines);
        lines.0
    }

    fn write_deal(&self, lines: &mut Lines) {
        lines.table("deal");
        lines.plain("table", self.deal.table);
        let rounds: Vec<String> = self.deal.rounds.iter().map(u8::to_string).collect();
        lines.plain("rounds", format!("[{}]", rounds.join(", ")));
        lines.choice("misdeal", self.deal.misdeal);
    }

    fn write_capture(&self, lines: &mut Lines) {
        let capture = &self.capture;
        lines.table("capture");
        lines.plain("equal", capture.equal);
        lines.plain("sum", capture.sum);
        lines.plain("fifteen", capture.fifteen);
        lines.choice("ace", capture.ace);
        lines.choice("ace_with_ace", capture.ace_with_ace);
        lines.choice("ace_on_empty", capture.ace_on_empty);
        lines.plain("single_first", capture.single_first);
        lines.plain("mandatory", capture.mandatory);
        lines.plain("fewest", capture.fewest);
    }

    fn write_sweep(&self, lines: &mut Lines) {
        lines.table("sweep");
        lines.plain("points", self.sweep.points);
        lines.plain("ace_scores", self.sweep.ace_scores);
        lines.plain("last_play_scores", self.sweep.last_play_scores);
    }

    fn write_declarations(&self, lines: &mut Lines) {
        let declarations = &self.declarations;
        lines.table("declarations");
        lines.choice("hands", declarations.hands);
        lines.choice("mode", declarations.mode);
        lines.plain("three_max_sum", declarations.three_max_sum);
        lines.plain("three_points", declarations.three_points);
        lines.plain("ten_points", declarations.ten_points);
        lines.choice("matta", declarations.matta);
        lines.plain("dealer_bonus", declarations.dealer_bonus);
    }

    fn write_score(&self, lines: &mut Lines) {
        let score = &self.score;
        lines.table("score");
        lines.plain("cards", score.cards);
        lines.text("suit", &score.suit.letter().to_string());
        lines.plain("suit_points", score.suit_points);
        lines.choice("prime", score.prime);
        lines.choice("prime_missing_suit", score.prime_missing_suit);
        lines.choice("low_meld", score.low_meld);
        lines.plain("high_meld", score.high_meld);
        lines.plain("shutout", score.shutout);
        lines.plain("picada", score.picada);
        lines.plain("simili", score.simili);
        lines.plain("quadriglia", score.quadriglia);
        lines.table("score.single");
        for (card, points) in &score.single {
            lines.plain(&format!("\"{}\"", self.deck.card_text(*card)), points);
        }
    }

    fn write_match(&self, lines: &mut Lines) {
        lines.table("match");
        if let Some(limit) = self.end.limit {
            lines.plain("limit", limit);
        }
        if let Some(hands) = self.end.hands {
            lines.plain("hands", hands);
        }
        lines.plain("seven_zero", self.end.seven_zero);
    }
}
