//! A list of decisions: its controls, each decision under its line, and drawn plays.

use maud::{Markup, html};

use super::blocks;
use crate::cards;
use crate::page::{Choice, Decision, Filter, Piece, Play, decision_id};
use spariglio_text::Language;

/// The id is on the contents, so that a link to it opens the decision.
pub fn decision(decision: &Decision, language: Language) -> Markup {
    let Decision { hand, turn, seat, mark, weight, .. } = decision;
    html! {
        details.decision data-hand=(hand) data-turn=(turn) data-seat=(seat) data-weight=(weight) open[decision.is_open] {
            summary {
                span.mark { @if let Some([sign, word]) = mark { (sign) span.unseen { " " (word) ", " } } }
                span.at { (decision.at) }
                (play(&decision.played))
                @if let Some((name, best)) = &decision.best { span.pair { span.muted { (name) } (play(best)) } }
                span.lost.bad[mark.is_some()] { (decision.lost) }
            }
            div id=(decision_id(*hand, *turn)) { (blocks(&decision.blocks, language)) }
        }
    }
}

/// A play in small cards. Readers of screens get its words.
pub fn play(play: &Play) -> Markup {
    html! {
        span.play {
            @for piece in &play.pieces {
                @match piece {
                    Piece::Card(card) => (cards::mini(play.pack, *card)),
                    Piece::Sign(sign) => span aria-hidden="true" { (sign) },
                }
            }
            span.unseen { (play.words) }
        }
    }
}

/// Hidden until the script runs.
pub fn filter(filter: &Filter) -> Markup {
    let [previous, next] = filter.steps;
    html! {
        form.filter hidden aria-label=(filter.title) data-end=(filter.no_more) {
            button type="button" value="-1" { "← " (previous) }
            button type="button" value="1" { (next) " →" }
            @for choice in &filter.choices { (select(choice)) }
            output {}
        }
    }
}

fn select(choice: &Choice) -> Markup {
    html! {
        label {
            (choice.label) " "
            select name=(choice.name) { @for (value, label) in &choice.options { option value=(value) { (label) } } }
        }
    }
}
