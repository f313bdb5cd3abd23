//! A hand in progress: the client at one seat, agents at the others.

use std::sync::Arc;

use rand_pcg::Pcg64Mcg;
use rmcp::model::CallToolResult;
use rmcp::serde_json::{Value, json};
use spariglio_agents::{AgentSpec, Hand, Player};
use spariglio_engine::random::{below, mix};
use spariglio_engine::record::HandRecord;
use spariglio_engine::{Action, Deal, Game};
use spariglio_text::{Reading, Shown, Wording};

use crate::asked::{self, Style, Whole};
use crate::judge;

/// A table.
pub struct Table {
    game: Arc<Game>,
    style: Style,
    deal: Deal,
    history: Vec<Action>,
    /// The client's seat.
    seat: usize,
    /// The agents of the other seats; `None` at the client's.
    players: Vec<Option<Player>>,
}

impl Table {
    /// A new table. Agents act until it is the client's turn.
    ///
    /// # Errors
    /// An argument is not as expected, in words.
    pub fn new(asked: asked::Deal, random: u64) -> Result<Table, String> {
        let game = Arc::new(match asked.changes {
            Some(Whole(seed)) => asked::new_game(&asked.game, seed)?,
            None => asked::game(&asked.game)?,
        });
        asked.style.wording(&game)?;
        let players = game.players();
        let own = usize::try_from(asked.seat.0).unwrap_or(usize::MAX);
        if own >= players {
            return Err(format!("seat is {own}: expected a seat below {players}"));
        }
        let opponents = asked.opponents.as_deref().unwrap_or("formula");
        let spec = AgentSpec::parse(opponents).map_err(|error| format!("opponents: {error}"))?;
        let seed = asked.seed.map_or(random, |Whole(seed)| seed);
        // Another seat has another deal, so that a second table does not show the other seats of the first one.
        let mut rng = Pcg64Mcg::new(mix(seed ^ (own as u64) << 32).into());
        let dealer = below(&mut rng, players as u32) as usize;
        let deal = Deal::random(&game, dealer, &mut rng);
        let player = |seat: usize| {
            if seat == own {
                return Ok(None);
            }
            let mut player = spec.build_honest(&game).map_err(|error| format!("opponents: {error}"))?;
            player.start_hand(mix(seed ^ mix(seat as u64 + 1)));
            Ok(Some(player))
        };
        let players = (0..players).map(player).collect::<Result<_, String>>()?;
        let mut table = Table { style: asked.style, deal, history: Vec::new(), seat: own, players, game };
        table.advance()?;
        Ok(table)
    }

    /// The rules and the task, then the view of the client's seat.
    pub fn opening(&self) -> Result<String, String> {
        Ok(format!("{}\n{}", self.wording()?.briefing(), self.text(true)?))
    }

    /// The view of the client's seat; the score if the hand is over.
    pub fn text(&self, whole_hand: bool) -> Result<String, String> {
        let (game, wording) = (Arc::clone(&self.game), self.wording()?);
        let hand = self.hand(&game)?;
        if hand.is_over() {
            // A record has the real names.
            let record = if wording.is_disguised() {
                String::new()
            } else {
                self.record().to_line()
            };
            return Ok(wording.score(&hand.score()) + &record);
        }
        let extent = Shown { whole_hand, ..Shown::default() };
        Ok(format!("{}{}", wording.view(&hand.view(), extent), wording.request()))
    }

    /// The same for programs.
    pub fn object(&self, number: usize) -> Result<Value, String> {
        let (game, wording) = (Arc::clone(&self.game), self.wording()?);
        let hand = self.hand(&game)?;
        let mut object = json!({ "table": number, "seat": self.seat, "is_over": hand.is_over() });
        if hand.is_over() {
            let score = hand.score();
            object["points"] = (0..game.sides()).map(|side| score.points(side)).collect();
            if !wording.is_disguised() {
                object["record"] = self.record().to_line().into();
            }
        } else {
            let mut legal = Vec::new();
            hand.view().legal_in_any_order(&mut legal);
            object["legal_actions"] = legal.into_iter().map(|action| wording.action(action)).collect();
        }
        Ok(object)
    }

    /// Whether the hand is over.
    pub fn is_over(&self) -> Result<bool, String> {
        Ok(self.hand(&Arc::clone(&self.game))?.is_over())
    }

    /// Whether a record is of the deal of this hand.
    pub fn is_dealt(&self, record: &HandRecord) -> bool {
        record.game().fingerprint() == self.game.fingerprint() && *record.deal() == self.deal
    }

    /// Whether a record is of this hand, with all turns so far.
    pub fn is_recorded(&self, record: &HandRecord) -> bool {
        self.is_dealt(record) && record.turns.iter().map(|turn| turn.action).eq(self.history.iter().copied())
    }

    /// Plays the client's action, then the agents' until it is the client's turn again.
    ///
    /// # Errors
    /// The hand is over, or the answer is no legal action: the question to ask back. The hand is unchanged then.
    pub fn act(&mut self, answer: &str) -> Result<(), String> {
        let game = Arc::clone(&self.game);
        let hand = self.hand(&game)?;
        if hand.is_over() {
            return Err("the hand is over: expected a table with a hand in progress; `deal` makes one".to_owned());
        }
        match self.wording()?.read(&hand.view(), answer) {
            Reading::Action(action) => self.history.push(action),
            Reading::Illegal(question) | Reading::Unclear(question) => return Err(question),
        }
        self.advance()
    }

    /// The hand so far as a record.
    pub fn record(&self) -> HandRecord {
        let game = Arc::clone(&self.game);
        let mut record = HandRecord::new(Arc::clone(&game), self.deal);
        let mut hand = Hand::new(&game, &self.deal, false);
        for &action in &self.history {
            record.push(hand.seat(), action);
            // The history has legal actions only.
            if hand.act(action).is_err() {
                break;
            }
        }
        record
    }

    /// The record of the hand that is over.
    ///
    /// # Errors
    /// The hand is in progress.
    pub fn ended(&self) -> Result<HandRecord, String> {
        match self.is_over()? {
            true => Ok(self.record()),
            false => Err("the hand is in progress: expected one that is over; `act` plays it to its end".to_owned()),
        }
    }

    /// The client's decisions in the hand so far, judged.
    ///
    /// # Errors
    /// No agent can judge the rules.
    pub fn review(&self) -> Result<CallToolResult, String> {
        judge::hand(&self.record(), self.seat, &self.wording()?)
    }

    /// How texts of this table are written.
    pub fn wording(&self) -> Result<Wording<'_>, String> {
        self.style.wording(&self.game)
    }

    fn hand<'g>(&self, game: &'g Game) -> Result<Hand<'g>, String> {
        Hand::after(game, &self.deal, self.history.iter().copied(), false).map_err(|error| error.to_string())
    }

    fn advance(&mut self) -> Result<(), String> {
        let game = Arc::clone(&self.game);
        let mut hand = self.hand(&game)?;
        while !hand.is_over() && hand.seat() != self.seat {
            let player = self.players[hand.seat()].as_mut().ok_or("no agent at this seat")?;
            let action = player.act(&hand).map_err(|refusal| refusal.to_string())?;
            hand.act(action).map_err(|error| error.to_string())?;
            self.history.push(action);
        }
        Ok(())
    }
}
