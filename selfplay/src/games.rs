//! The table of games: one hand per row, its decisions as a sequence of tokens.
//!
//! Invariant: deal, dealer and tokens of a row give its hand again, action by action.

use std::io::Write;
use std::sync::Arc;

use arrow_array::builder::{
    BooleanBuilder, FixedSizeListBuilder, Int8Builder, Int32Builder, ListBuilder, StringBuilder, UInt8Builder,
    UInt16Builder, UInt64Builder,
};
use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::{DataType, Field, Schema};
use parquet::arrow::ArrowWriter;
use parquet::errors::ParquetError;
use serde_json::json;
use spariglio_engine::hand::{STEPS, Steps};
use spariglio_engine::record::HandRecord;
use spariglio_engine::{Action, Game, HandScore, MAX_SEATS, State};
use spariglio_files::Fingerprint;

use crate::column::{field, item_field};
use crate::row::{KINDS, NO_SHUTOUT, Shape};
use crate::shard::properties;

/// The file of the tokens' texts, in the folder of a generation.
pub(crate) const VOCABULARY_FILE: &str = "vocabulary.json";

/// Rows of a row group.
const GROUP_ROWS: usize = 50_000;

// After the tokens 0 to 168, which are the steps.
const PAD: u16 = STEPS as u16;
const START: u16 = PAD + 1;
const END: u16 = START + 1;
const DEALER: u16 = END + 1;
const SEAT: u16 = DEALER + MAX_SEATS as u16;
const TOKENS: u16 = SEAT + MAX_SEATS as u16;

/// The columns with their descriptions.
pub(crate) const MEANINGS: [(&str, &str); 10] = [
    ("rules", "Name of the rule set."),
    ("run", "Name of the run, as in the rows."),
    ("hand", "Number of the hand in the run, as in the rows."),
    ("dealer", "The seat of the dealer. The next seat plays first."),
    ("agents", "The agent of each seat, seat 0 first; no items if they are not known."),
    (
        "deal",
        "Numbers of all cards in the order of dealing: one per seat from the seat after the dealer until all have their \
         hand cards, then the table cards, then the stock.",
    ),
    (
        "tokens",
        "The hand as a sequence: `start`, the dealer, for each decision the seat and the steps of its action, `end`. \
         `vocabulary.json` has the text of each token.",
    ),
    (
        "loss_mask",
        "For each token whether it is a step that a seat chose among several: those are worth learning.",
    ),
    ("points", "Final points of every side by kind, side 0 first; all 0 after a shutout."),
    ("shutout", "The side that made a shutout; -1: none."),
];

/// The columns of the table.
pub(crate) fn columns(shape: Shape) -> Vec<Arc<Field>> {
    let list = |item| DataType::List(item_field(item));
    let points = DataType::FixedSizeList(item_field(DataType::Int32), (shape.sides * KINDS) as i32);
    let types = [
        DataType::Utf8,
        DataType::Utf8,
        DataType::UInt64,
        DataType::UInt8,
        list(DataType::Utf8),
        list(DataType::UInt8),
        list(DataType::UInt16),
        list(DataType::Boolean),
        points,
        DataType::Int8,
    ];
    MEANINGS.iter().zip(types).map(|((name, _), kind)| field(name, &kind)).collect()
}

/// The texts of all tokens as JSON: their list, and the numbers of those that are no steps.
pub(crate) fn vocabulary(game: &Game) -> String {
    let step = |step| Steps::text(step, game.deck()).expect("a step");
    let seats = |name: &'static str| (0..MAX_SEATS).map(move |seat| format!("{name} {seat}"));
    let tokens: Vec<String> = (0..STEPS)
        .map(step)
        .chain(["pad", "start", "end"].map(str::to_owned))
        .chain(seats("dealer"))
        .chain(seats("seat"))
        .collect();
    let numbers = json!({
        "tokens": tokens,
        "steps": STEPS,
        "pad": PAD,
        "start": START,
        "end": END,
        "first_dealer": DEALER,
        "first_seat": SEAT,
    });
    debug_assert_eq!(tokens.len(), usize::from(TOKENS));
    format!("{numbers:#}\n")
}

/// Rows of the table in memory.
pub(crate) struct GameRows {
    shape: Shape,
    rules: StringBuilder,
    run: StringBuilder,
    hand: UInt64Builder,
    dealer: UInt8Builder,
    agents: ListBuilder<StringBuilder>,
    deal: ListBuilder<UInt8Builder>,
    tokens: ListBuilder<UInt16Builder>,
    loss_mask: ListBuilder<BooleanBuilder>,
    points: FixedSizeListBuilder<Int32Builder>,
    shutout: Int8Builder,
    named: [String; 2],
    legal: Vec<Action>,
    steps: Steps,
}

impl GameRows {
    /// Starts without rows of a rule set and a run.
    pub(crate) fn new(shape: Shape, rules: &str, run: &str) -> GameRows {
        let points = FixedSizeListBuilder::new(Int32Builder::new(), (shape.sides * KINDS) as i32);
        GameRows {
            shape,
            rules: StringBuilder::new(),
            run: StringBuilder::new(),
            hand: UInt64Builder::new(),
            dealer: UInt8Builder::new(),
            agents: ListBuilder::new(StringBuilder::new()).with_field(item_field(DataType::Utf8)),
            deal: ListBuilder::new(UInt8Builder::new()).with_field(item_field(DataType::UInt8)),
            tokens: ListBuilder::new(UInt16Builder::new()).with_field(item_field(DataType::UInt16)),
            loss_mask: ListBuilder::new(BooleanBuilder::new()).with_field(item_field(DataType::Boolean)),
            points: points.with_field(item_field(DataType::Int32)),
            shutout: Int8Builder::new(),
            named: [rules, run].map(str::to_owned),
            legal: Vec::new(),
            steps: Steps::default(),
        }
    }

    /// Adds a hand that was played to its end.
    pub(crate) fn push(&mut self, id: u64, record: &HandRecord, score: &HandScore) {
        let deal = record.deal();
        self.rules.append_value(&self.named[0]);
        self.run.append_value(&self.named[1]);
        self.hand.append_value(id);
        self.dealer.append_value(deal.dealer() as u8);
        self.agents
            .append_value(record.agents().unwrap_or_default().into_iter().map(Some));
        self.deal.append_value(deal.cards().map(|card| Some(card.index())));
        self.push_tokens(record);
        for side in 0..self.shape.sides {
            self.points.values().append_slice(&score.by_kind(side));
        }
        self.points.append(true);
        self.shutout.append_value(score.shutout().map_or(NO_SHUTOUT, |side| side as i8));
    }

    fn push_tokens(&mut self, record: &HandRecord) {
        let (game, deal) = (record.game(), record.deal());
        let mut state = State::new(game, deal);
        self.token(START, false);
        self.token(DEALER + deal.dealer() as u16, false);
        for turn in &record.turns {
            self.token(SEAT + turn.seat as u16, false);
            state.legal_actions(game, &mut self.legal);
            self.push_steps(turn.action);
            state.apply(game, deal, turn.action);
        }
        self.token(END, false);
        self.tokens.append(true);
        self.loss_mask.append(true);
    }

    /// Adds the steps of one of the legal actions.
    fn push_steps(&mut self, action: Action) {
        self.steps.begin(&self.legal);
        loop {
            let step = self.steps.next(action);
            let is_choice = self.steps.left().iter().any(|&other| self.steps.next(other) != step);
            self.token(step as u16, is_choice);
            if self.steps.take(step).expect("the turns of a record are legal").is_some() {
                return;
            }
        }
    }

    fn token(&mut self, token: u16, is_choice: bool) {
        self.tokens.values().append_value(token);
        self.loss_mask.values().append_value(is_choice);
    }

    /// The rows as a batch.
    pub(crate) fn into_batch(mut self) -> RecordBatch {
        let arrays: Vec<ArrayRef> = vec![
            Arc::new(self.rules.finish()),
            Arc::new(self.run.finish()),
            Arc::new(self.hand.finish()),
            Arc::new(self.dealer.finish()),
            Arc::new(self.agents.finish()),
            Arc::new(self.deal.finish()),
            Arc::new(self.tokens.finish()),
            Arc::new(self.loss_mask.finish()),
            Arc::new(self.points.finish()),
            Arc::new(self.shutout.finish()),
        ];
        let schema = Arc::new(Schema::new(columns(self.shape)));
        RecordBatch::try_new(schema, arrays).expect("columns of one length and of their types")
    }
}

/// Begins a file of games.
///
/// # Errors
/// If `out` cannot be written.
pub(crate) fn writer<W: Write + Send>(out: W, fingerprint: &Fingerprint) -> Result<ArrowWriter<W>, ParquetError> {
    let schema = Arc::new(Schema::new(columns(Shape::new(fingerprint, false))));
    let properties = properties(fingerprint).set_max_row_group_row_count(Some(GROUP_ROWS)).build();
    ArrowWriter::try_new(out, schema, Some(properties))
}
