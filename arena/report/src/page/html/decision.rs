//! A list of decisions: its controls, each decision under its line, and drawn plays.

use maud::{Markup, html};

use super::blocks;
use crate::cards;
use crate::page::{Choice, Decision, Filter, Piece, Play, decision_id};
use spariglio_text::Language;

/// The id is on the contents, so that a link to it opens the decision.
pub fn decision(shown: &Decision, language: Language) -> Markup {
    let Decision { hand, turn, seat, mark, weight, .. } = shown;
    html! {
        details.decision data-hand=(hand) data-turn=(turn) data-seat=(seat) data-weight=(weight) open[shown.is_open] {
            summary {
                span.mark { @if let Some([sign, word]) = mark { (sign) span.unseen { " " (word) ", " } } }
                span.at { (shown.at) }
                (play(&shown.played))
                @if let Some((name, best)) = &shown.best { span.pair { span.muted { (name) } (play(best)) } }
                span.lost.bad[mark.is_some()] { (shown.lost) }
            }
            div id=(decision_id(*hand, *turn)) { (blocks(&shown.blocks, language)) }
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
pub fn filter(shown: &Filter) -> Markup {
    let [previous, next] = shown.steps;
    html! {
        form.filter hidden aria-label=(shown.title) data-end=(shown.no_more) {
            button type="button" value="-1" { "← " (previous) }
            button type="button" value="1" { (next) " →" }
            @for choice in &shown.choices { (select(choice)) }
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
