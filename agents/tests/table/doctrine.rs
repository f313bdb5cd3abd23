//! Each rule of `chitarrella` and `cicuti` in a position that it decides: without the rule another action is chosen.

use spariglio_agents::book::chitarrella::{Doctrine, DoctrinePolicy};
use spariglio_engine::{Action, Card, CardSet, Deal, Game, State, View};

use crate::hands::{agent, game};

/// A position: the first table, the plays so far (forehand's first), the hand cards of the seat to act.
struct Position {
    preset: &'static str,
    table: &'static str,
    plays: &'static [&'static str],
    hand: &'static str,
}

/// Forehand's first play in Scopone.
fn first(table: &'static str, hand: &'static str) -> Position {
    after(table, &[], hand)
}

/// A play in Scopone after some others.
fn after(table: &'static str, plays: &'static [&'static str], hand: &'static str) -> Position {
    Position { preset: "scopone", table, plays, hand }
}

impl Position {
    /// The result of `ask` on the view of the seat to act.
    fn with_view<T>(&self, ask: impl FnOnce(&View<'_>) -> T) -> T {
        let game = game(self.preset);
        let deal = self.deal(&game);
        let mut state = State::new(&game, &deal);
        for text in self.plays {
            let action = Action::parse(text, game.deck()).expect("an action");
            state.try_apply(&game, &deal, action).expect("a legal play");
        }
        ask(&View::new(&game, &deal, &state, state.seat(), false))
    }

    /// The action of `spec`, and its action if the weight of `rule` is 0.
    fn decisions(&self, spec: &str, rule: &str) -> [String; 2] {
        self.with_view(|view| self.decided(view, spec, rule))
    }

    fn decided(&self, view: &View<'_>, spec: &str, rule: &str) -> [String; 2] {
        let game = view.game();
        let specs = [spec.to_owned(), format!("{spec}:{rule}=0")];
        specs.map(|spec| agent(&spec, game).act(view).text(game.deck()))
    }

    /// Each seat holds the cards of its plays, the seat to act also `hand`; the other cards are arbitrary.
    fn deal(&self, game: &Game) -> Deal {
        let players = game.players();
        let card = |text: &str| game.deck().parse_card(text).expect("a card");
        let mut seats: Vec<Vec<Card>> = vec![Vec::new(); players];
        for (ply, play) in self.plays.iter().enumerate() {
            seats[ply % players].extend(play.split(' ').next().map(card));
        }
        seats[self.plays.len() % players].extend(self.hand.split(' ').map(card));
        let table: Vec<Card> = self.table.split_whitespace().map(card).collect();
        let dealt: CardSet = seats.iter().flatten().chain(&table).copied().collect();
        let mut rest = (game.pack() - dealt).iter();
        for seat in &mut seats {
            seat.extend(rest.by_ref().take(game.round_len(0) - seat.len()));
        }
        let mut cards: Vec<Card> = (0..game.round_len(0))
            .flat_map(|turn| seats.iter().map(move |seat| seat[turn]))
            .collect();
        cards.extend(table);
        cards.extend(rest);
        Deal::new(game, 0, &cards).expect("a deal")
    }
}

#[track_caller]
fn decides(spec: &str, rule: &str, position: &Position, with: &str, without: &str) {
    assert_eq!(position.decisions(spec, rule), [with, without], "with and without {rule}");
}

/// The heading that prefers the first play to the second.
fn speaks(position: &Position, best: &str, played: &str) -> Option<&'static str> {
    position.with_view(|view| {
        let [best, played] = [best, played].map(|text| Action::parse(text, view.game().deck()).expect("an action"));
        DoctrinePolicy::new(view.game(), Doctrine::default()).speaks(view, best, played)
    })
}

#[test]
fn the_heading_that_tells_two_plays_apart_is_named() {
    let unpair = first("2b 3b 6s Ks", "2s 4c 4s 5c 6d 7b Jb Qb Kd");
    assert_eq!(speaks(&unpair, "Qb x 3b 6s", "6d x 6s"), Some("spariglio"));
    assert_eq!(speaks(&unpair, "6d x 6s", "Qb x 3b 6s"), None);
    let pair = after("2b 5s Jc Kd", &["Jd x Jc"], "Ac Ab 2c 5b 6d 7d 7c 7b Kb");
    assert_eq!(speaks(&pair, "5b x 5s", "7d x 2b 5s"), Some("spariglio"));
    let seven = first("5d 5c 5s 5b", "As 2d 2s 3d 4s 6b 7c 7s Jb");
    assert_eq!(speaks(&seven, "2d", "7c"), Some("sevens"));
    let leave = first("2c Js Qc Ks", "2d 2s 2b 6d 7b Jd Qd Kd Kb");
    assert_eq!(speaks(&leave, "Jd x Js", "2d x 2c"), Some("mulinello"));
    // The game has fifteens, for which the doctrine is not made.
    let fifteens = Position { preset: "scopa_di_quindici", ..first("2b 3b 6s Ks", "2s 6d Qb") };
    assert_eq!(speaks(&fifteens, "2s", "6d"), None);
}

#[test]
fn what_is_worth_most_is_taken() {
    let position = first("2b 5s Jc Kd", "Ad As 2s 4d 4b 5c 6b Jd Jb");
    decides("chitarrella", "worth", &position, "Jd x Jc", "2s x 2b");
}

#[test]
fn no_table_is_left_to_sweep() {
    // A pair of sevens would leave nine.
    let position = first("Ab 3b 5s 7c", "2c 3c 4d 4c 4b 5c 5b 7d Qd");
    decides("chitarrella", "sweeps", &position, "4d x Ab 3b", "7d x 7c");
}

#[test]
fn what_is_given_is_cheap() {
    // A four is left, but not the three of coins.
    let position = first("3d 4c 5c Ks", "As 3c 3s 4s 4b 6b Jc Qd Kc");
    decides("chitarrella", "gifts", &position, "Jc x 3d 5c", "Qd x 4c 5c");
}

#[test]
fn the_mulinello_is_entered_as_the_taker() {
    let position = first("Ac Ab 3c 7c", "4c 4s 5d 5b 6s 7s Jc Jb Qs");
    decides("chitarrella", "enter", &position, "Jc x Ac 7c", "6s");
}

#[test]
fn the_other_side_is_left_to_lay() {
    // All twos are visible, so nobody takes the two that stays.
    let position = first("2c Js Qc Ks", "2d 2s 2b 6d 7b Jd Qd Kd Kb");
    decides("chitarrella", "leave", &position, "Jd x Js", "2d x 2c");
}

#[test]
fn the_first_side_breaks_pairs() {
    let position = first("2b 3b 6s Ks", "2s 4c 4s 5c 6d 7b Jb Qb Kd");
    decides("chitarrella", "unpair", &position, "Qb x 3b 6s", "6d x 6s");
}

#[test]
fn the_dealers_side_keeps_pairs() {
    let position = after("2b 5s Jc Kd", &["Jd x Jc"], "Ac Ab 2c 5b 6d 7d 7c 7b Kb");
    decides("chitarrella", "pair", &position, "5b x 5s", "7d x 2b 5s");
}

#[test]
fn the_first_side_makes_the_broken_ranks_odd() {
    let position = first("2b 3c 6s Qc", "2s 3s 3b 4c 5b 6d 7d Jc Jb");
    decides("chitarrella", "odd", &position, "Jc x 2b 6s", "6d x 6s");
}

#[test]
fn a_seven_with_a_small_card_breaks_well() {
    let position = first("3c 5c 6d 7b", "Ac 2d 2b 3b Jd Jc Jb Qb Kc");
    decides("chitarrella", "breaks", &position, "Kc x 3c 7b", "Qb x 3c 6d");
}

#[test]
fn no_seven_is_laid_where_it_may_be_taken() {
    let position = first("5d 5c 5s 5b", "As 2d 2s 3d 4s 6b 7c 7s Jb");
    decides("chitarrella", "sevens", &position, "2d", "7c");
}

#[test]
fn the_settebello_is_not_laid() {
    // With all four sevens in hand, no other seat can take one with a seven.
    let position = first("4s Jc Qb Kb", "As 2d 5c 5s 6c 7d 7c 7s 7b");
    decides("chitarrella", "settebello", &position, "7c", "7d");
}

#[test]
fn the_partners_anchor_is_left_to_him() {
    let position = after("Js Qd Qc Kc", &["3c", "Kd x Kc"], "3d 4s 5c 6d 7d 7b Jd Jc Qs");
    decides("chitarrella", "anchor", &position, "Jd x Js", "3d x 3c");
}

#[test]
fn the_rivals_anchor_is_taken() {
    let plays = &["Jc x 3b 5d", "Qc", "Kb x Kc", "Jb"];
    let position = after("3b 5d 5b Kc", plays, "Ab 2b 3d 4d 5s 6s 7s Qb");
    decides("chitarrella", "rival", &position, "Qb x Qc", "5s x 5b");
}

#[test]
fn of_several_of_a_kind_one_is_laid() {
    let position = first("4d 4s Jc Js", "Ab 2c 3d 3b 5d 5b 6d 6b Kb");
    decides("chitarrella", "several", &position, "3b", "Kb");
}

#[test]
fn no_coin_is_led() {
    let position = Position { preset: "scopone_scientifico", ..first("", "2b 3d 3c 3s 3b 4s 6b 7s Jd Qs") };
    decides("chitarrella", "lead", &position, "3c", "3d");
}

#[test]
fn the_dealers_side_holds_its_sevens() {
    let position = after("Ad 5d 6d Jd", &["7c x Ad 6d"], "As 2c 3s 4s 4b 6s 6b 7d 7s");
    decides("cicuti", "hold", &position, "6s", "7s");
}

#[test]
fn the_first_side_spends_a_seven_on_a_sum() {
    let position = first("2c 4b 5s Qd", "Ad As 3c 3s 5d 6d 7s Jc Kb");
    decides("cicuti", "spend", &position, "7s x 2c 5s", "6d x 2c 4b");
}

#[test]
fn the_settebello_is_brought_home() {
    let position = first("Ac 2c 4b 7b", "3c 3s 4s 5c 7d Jc Qc Qs Kd");
    decides("cicuti", "home", &position, "7d x 7b", "3c x Ac 2c");
}

#[test]
fn no_sum_of_seven_is_left_to_the_settebello() {
    let position = first("4d 4s Jc Js", "Ab 2c 3d 3b 5d 5b 6d 6b Kb");
    decides("cicuti", "shut", &position, "5b", "3b");
}

#[test]
fn a_plain_seven_is_laid_as_bait() {
    let position = first("5d 6d 6c Jc", "2d 4s 7d 7c 7b Qc Qs Qb Kc");
    decides("cicuti", "bait", &position, "7c", "Qc");
}

#[test]
fn parity_is_void_where_captures_are_not_pairs() {
    let position = Position { preset: "cirullone", ..first("2b 3b 6s Ks", "2s 4c 4s 5c 6d 7b Jb Qb Kd") };
    for rule in ["unpair", "pair", "odd", "breaks"] {
        let [with, without] = position.decisions("chitarrella", rule);
        assert_eq!(with, without, "{rule}");
    }
}
