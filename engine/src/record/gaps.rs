//! Gaps: the places of a deal whose cards are not known, and stand-ins for them. `docs/reference/records.md` section 4.
//!
//! Invariant: stand-ins agree with all public facts of the hand. So the view of the seat to act is right, whatever they
//! are, and shows none of them.

use rand_pcg::Pcg64Mcg;

use super::Turn;
use super::fields::by_seat;
use crate::cards::card::Card;
use crate::cards::card_set::CardSet;
use crate::format::tree::FormatError;
use crate::game::{Game, MAX_SEATS};
use crate::hand::action::ActionKind;
use crate::hand::deal::{Deal, DealError};
use crate::hand::declaration;
use crate::hand::order::TurnOrder;
use crate::hand::state::State;
use crate::hand::view::View;
use crate::random::shuffle_front;

/// Most draws of stand-ins. Declarations in four hands of ten cards agree with one draw in some hundreds.
const MOST_DRAWS: usize = 1 << 20;

/// A deal with gaps, and the turns from it on.
pub(super) struct Gaps<'a> {
    game: &'a Game,
    dealer: usize,
    /// All cards in canonical order; `None` if a card is not known.
    cards: Vec<Option<Card>>,
    /// The field of the turns in errors.
    list: &'static str,
    turns: &'a [Turn],
    /// By seat: the cards that the rules declared by themselves in the current deal-round.
    declared: [CardSet; MAX_SEATS],
    order: TurnOrder<'a>,
    /// The cards that stand in the gaps.
    stand_ins: CardSet,
}

impl<'a> Gaps<'a> {
    /// The gaps of `cards`. Cards that the turns show go to their hands.
    ///
    /// # Errors
    /// A turn is not that of its seat, or shows a card that is elsewhere.
    pub(super) fn new(
        game: &'a Game,
        dealer: usize,
        cards: Vec<Option<Card>>,
        list: &'static str,
        turns: &'a [Turn],
    ) -> Result<Gaps<'a>, FormatError> {
        let mut gaps = Gaps {
            game,
            dealer,
            cards,
            list,
            turns,
            declared: [CardSet::EMPTY; MAX_SEATS],
            order: TurnOrder::new(game, dealer),
            stand_ins: CardSet::EMPTY,
        };
        for (index, turn) in turns.iter().enumerate() {
            gaps.follow(index, turn)?;
        }
        Ok(gaps)
    }

    fn follow(&mut self, index: usize, turn: &Turn) -> Result<(), FormatError> {
        let Some((round, seat)) = self.now() else {
            let expected = format!("the end, because all cards are played after {index} turns");
            return Err(FormatError::new(format!("{}[{index}]", self.list), expected, "another turn"));
        };
        if turn.seat != seat {
            return Err(FormatError::new(
                format!("{}[{index}].seat", self.list),
                seat.to_string(),
                turn.seat.to_string(),
            ));
        }
        let cards = match turn.action.kind() {
            ActionKind::Play { card, .. } => CardSet::single(card),
            ActionKind::Declare { cards, .. } => cards,
            ActionKind::Pass => CardSet::EMPTY,
        };
        self.put(round, seat, cards, &format!("{}[{index}].action", self.list))?;
        self.order.follow(turn.action);
        Ok(())
    }

    /// The current deal-round and the seat to act; `None` after the last play.
    pub(super) fn now(&self) -> Option<(usize, usize)> {
        self.order.now()
    }

    fn places(&self, round: usize, seat: usize) -> impl Iterator<Item = usize> + Clone + use<> {
        Deal::hand_places(self.game, self.dealer, round, seat)
    }

    /// Puts cards into a seat's hand of a deal-round, unless they are there. `field` is named in an error.
    ///
    /// # Errors
    /// A card is elsewhere, or the hand has no gap for it.
    pub(super) fn put(&mut self, round: usize, seat: usize, cards: CardSet, field: &str) -> Result<(), FormatError> {
        for card in cards {
            if self.places(round, seat).any(|place| self.cards[place] == Some(card)) {
                continue;
            }
            let text = self.game.deck().card_text(card);
            let gap = self.places(round, seat).find(|&place| self.cards[place].is_none());
            let Some(gap) = gap.filter(|_| !self.cards.contains(&Some(card))) else {
                let expected = format!("cards that seat {seat} can have in deal-round {round}");
                return Err(FormatError::new(field, expected, text));
            };
            self.cards[gap] = Some(card);
        }
        Ok(())
    }

    /// Whether the declared cards of the current deal-round follow neither from turns nor from known hands.
    fn needs_declared(&self) -> bool {
        let Some((round, _)) = self.now() else { return false };
        let hides = |seat| self.places(round, seat).any(|place| self.cards[place].is_none());
        self.game.declarations.auto && self.game.declares() && (0..self.game.players()).any(hides)
    }

    /// Puts stand-ins into the gaps. `declared` has by seat the declared cards of the current deal-round; it is needed if
    /// the rules declare by themselves. Returns the deal and the stand-ins.
    ///
    /// # Errors
    /// A card is there twice, the seat to act has a gap, a turn is not legal, or no stand-ins agree with the
    /// declarations.
    pub(super) fn fill_declared(mut self, declared: Option<&Vec<&str>>) -> Result<(Deal, CardSet), FormatError> {
        if declared.is_none() && self.needs_declared() {
            let expected = "the declared cards by seat, because these rules declare by themselves";
            return Err(FormatError::new("declared", expected, "nothing"));
        }
        let sets = by_seat("declared", declared, self.game)?;
        if let Some((round, _)) = self.now() {
            for (seat, cards) in sets.into_iter().enumerate() {
                self.declared[seat] = cards;
                self.put(round, seat, cards, &format!("declared[{seat}]"))?;
            }
        }
        self.fill()
    }

    fn fill(mut self) -> Result<(Deal, CardSet), FormatError> {
        if let Some((round, to_act)) = self.now() {
            let open = self.game.rules().deal.open;
            for seat in (0..self.game.players()).filter(|&seat| open || seat == to_act) {
                let known = self.places(round, seat).filter(|&place| self.cards[place].is_some()).count();
                let all = self.game.round_len(round);
                if known < all {
                    let why = if open { "which lies open" } else { "which is to act" };
                    let expected = format!("all {all} cards of seat {seat}, {why}, in deal-round {round}");
                    let field = match (self.list, seat == to_act) {
                        ("turns", _) => "hands",
                        (_, true) => "hand",
                        (_, false) => "known",
                    };
                    return Err(FormatError::new(field, expected, format!("{known} cards")));
                }
            }
        }
        let gaps: Vec<usize> = (0..self.cards.len()).filter(|&place| self.cards[place].is_none()).collect();
        let known: CardSet = self.cards.iter().flatten().copied().collect();
        let mut missing: Vec<Card> = (self.game.pack() - known).iter().collect();
        if missing.len() != gaps.len() {
            // The deal names the card that is there twice.
            let cards: Vec<Card> = self.cards.iter().flatten().copied().collect();
            let error = Deal::new(self.game, self.dealer, &cards).err();
            return Err(wrong(
                error.unwrap_or(DealError::Count { found: cards.len(), expected: known.len() as usize }),
            ));
        }
        self.stand_ins = missing.iter().copied().collect();
        let mut rng = Pcg64Mcg::new(0);
        self.stand(&gaps, &missing);
        let first = self.deal()?;
        let state = self.replay(&first)?;
        if state.is_over() {
            return Ok((first, self.stand_ins));
        }
        let view = View::new(self.game, &first, &state, state.seat(), false);
        for _ in 0..MOST_DRAWS {
            let deal = self.deal()?;
            let mut drawn = state;
            for seat in 0..self.game.players() {
                let hand = deal.hand_cards(self.game, state.deal_round_index(), seat);
                drawn.hands[seat] = hand - view.played(seat);
            }
            if view.bonuses_agree(&drawn) {
                return Ok((deal, self.stand_ins));
            }
            let count = missing.len();
            shuffle_front(&mut missing, count, &mut rng);
            self.stand(&gaps, &missing);
        }
        Err(FormatError::new(self.list, "declarations and passes that hidden cards can explain", "none such"))
    }

    fn stand(&mut self, gaps: &[usize], cards: &[Card]) {
        for (&place, &card) in gaps.iter().zip(cards) {
            self.cards[place] = Some(card);
        }
    }

    fn deal(&self) -> Result<Deal, FormatError> {
        let cards: Vec<Card> = self.cards.iter().flatten().copied().collect();
        Deal::new(self.game, self.dealer, &cards).map_err(wrong)
    }

    /// The state after the turns of a deal with stand-ins: declarations are those of the turns, or those that were noted.
    fn replay(&self, deal: &Deal) -> Result<State, FormatError> {
        let game = self.game;
        let mut state = State::dealt(game, deal);
        let mut arrives = !state.over;
        if arrives {
            state.move_on(game);
        }
        for (index, turn) in self.turns.iter().enumerate() {
            self.declare_alone(&mut state, deal)?;
            state.declaring = !turn.action.is_play();
            if turn.seat != state.seat() || !state.is_legal(game, turn.action) {
                let expected = format!("a legal action of seat {}", state.seat());
                let action = turn.action.text(game.deck());
                return Err(FormatError::new(format!("{}[{index}].action", self.list), expected, action));
            }
            arrives = turn.action.is_play();
            match turn.action.kind() {
                ActionKind::Play { card, captured } => {
                    if state.play_card(game, deal, card, captured) {
                        state.move_on(game);
                    }
                }
                _ => state.apply(game, deal, turn.action),
            }
        }
        if arrives && !state.over && state.is_first_card(game) {
            state.offer_declaration(game);
        }
        Ok(state)
    }

    /// Declares for the seat to act before its first card, if the rules do that by themselves.
    fn declare_alone(&self, state: &mut State, deal: &Deal) -> Result<(), FormatError> {
        let (game, round, seat) = (self.game, state.deal_round_index(), state.seat());
        if !game.declarations.auto || !state.is_first_card(game) {
            return Ok(());
        }
        let hand = deal.hand_cards(game, round, seat);
        let hides = !(hand & self.stand_ins).is_empty();
        let cards = if hides { self.declared[seat] } else { hand };
        let (bonuses, len) = declaration::automatic(game, cards);
        bonuses[..len].iter().for_each(|bonus| state.declare(game, *bonus));
        let union = bonuses[..len].iter().fold(CardSet::EMPTY, |all, bonus| all | bonus.cards);
        if hides && union != cards {
            let expected = "the cards that these rules declare by themselves";
            return Err(FormatError::new(format!("declared[{seat}]"), expected, cards.text(game.deck())));
        }
        Ok(())
    }
}

/// A deal error as an error of a record.
pub(super) fn wrong(error: DealError) -> FormatError {
    let field = if matches!(error, DealError::Misdeal(_)) {
        "table"
    } else {
        "hands, table, stock"
    };
    let text = error.to_string();
    let problem = text.split_once(": expected").map_or(text.as_str(), |(problem, _)| problem);
    FormatError::new(field, "each card once, no misdeal", format!("that {problem}"))
}
