//! `spariglio play`: a person plays a match in the terminal against any agents.
//!
//! The person is one more source of actions; what is shown is what the seat's view shows. Every
//! line can be typed by a program too: end of input leaves the table without an error.

mod notes;
mod prompt;
mod score;
mod screen;
mod seats;

use std::io::{self, IsTerminal};

use anyhow::{Result, bail, ensure};
use clap::{Args as ClapArgs, ValueEnum};
use rand_pcg::Pcg64Mcg;
use spariglio_engine::random::below;
use spariglio_engine::{Deal, Game, State, View};

use crate::Status;
use crate::common::{self, SeedArg};
use prompt::{Answer, Prompt};
use screen::{Screen, Style};
use seats::Seats;

/// Arguments of `spariglio play`.
#[derive(ClapArgs)]
pub struct Args {
    /// A preset's name, or a TOML file of rules
    #[arg(long, short, value_name = "NAME|FILE", default_value = "scopa")]
    rules: String,
    /// Who plays the other seats: one agent for all, or one each in the order of seats, separated by commas
    #[arg(long, short, value_name = "A,B,...", default_value = "ismcts")]
    agents: String,
    /// Your seat; seats act in ascending order
    #[arg(long, value_name = "SEAT", default_value_t = 0)]
    seat: usize,
    /// Hands to play; without it, a whole match
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    hands: Option<u64>,
    #[command(flatten)]
    seed: SeedArg,
    /// Partners see each other's hand cards
    #[arg(long)]
    partners_open: bool,
    /// Suits as symbols or as the letters d c s b
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    unicode: When,
}

#[derive(Copy, Clone, Eq, PartialEq, ValueEnum)]
enum When {
    /// If the locale says UTF-8
    Auto,
    Always,
    Never,
}

/// A match between a person and agents.
struct Match<'a> {
    game: &'a Game,
    seats: Seats,
    partners_open: bool,
    rng: Pcg64Mcg,
    scores: Vec<i64>,
    hands: usize,
    dealer: usize,
}

/// What became of a hand.
enum Outcome {
    Played(State),
    /// The person left.
    Left,
}

/// Runs `spariglio play`.
pub fn run(args: Args) -> Result<Status> {
    let game = common::game(&args.rules)?;
    let players = game.players();
    ensure!(
        args.seat < players,
        "--seat {}: expected a seat below {players}",
        args.seat
    );
    let seats = Seats::new(&game, args.seat, &common::agents(&args.agents)?)?;
    let seed = args.seed.seed();
    let mut rng = common::generator(seed);
    let dealer = below(&mut rng, players as u32) as usize;
    let mut screen = Screen::new(style(args.unicode));
    screen.welcome(&game, &seats, seed)?;
    let mut game_match = Match {
        game: &game,
        seats,
        partners_open: args.partners_open,
        rng,
        scores: vec![0; game.sides()],
        hands: 0,
        dealer,
    };
    game_match.play(&mut screen, args.hands)?;
    Ok(Status::Success)
}

fn style(unicode: When) -> Style {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(|name| {
        let value = std::env::var(name).ok();
        value.filter(|text| !text.is_empty())
    });
    let utf8 = locale.is_some_and(|text| text.to_ascii_lowercase().replace('-', "").contains("utf8"));
    let plain = std::env::var_os("NO_COLOR").is_some() || std::env::var("TERM").is_ok_and(|term| term == "dumb");
    Style {
        unicode: unicode == When::Always || (unicode == When::Auto && utf8),
        color: io::stdout().is_terminal() && !plain,
    }
}

impl Match<'_> {
    fn play(&mut self, screen: &mut Screen, limit: Option<u64>) -> Result<()> {
        let mut prompt = Prompt::new();
        loop {
            screen.hand_title(self.hands, &self.seats, self.dealer, &self.scores)?;
            let Outcome::Played(state) = self.play_hand(screen, &mut prompt)? else {
                return screen.farewell(&self.seats, &self.scores);
            };
            let score = state.score(self.game);
            for (side, total) in self.scores.iter_mut().enumerate() {
                *total += i64::from(score.side(side).total());
            }
            self.hands += 1;
            self.dealer = (self.dealer + 1) % self.game.players();
            score::explain(screen, self.game, &self.seats, &state, &self.scores)?;
            let over = score.shutout().is_some() || self.game.rules().end.is_reached(&self.scores, self.hands);
            if over {
                return screen.match_over(&self.seats, &self.scores, score.shutout());
            }
            if limit.is_some_and(|limit| self.hands as u64 >= limit) || !prompt.wait_for_next_hand(screen)? {
                return screen.farewell(&self.seats, &self.scores);
            }
        }
    }

    fn play_hand(&mut self, screen: &mut Screen, prompt: &mut Prompt) -> Result<Outcome> {
        let game = self.game;
        let deal = Deal::random(game, self.dealer, &mut self.rng);
        self.seats.start_hand(&mut self.rng);
        let mut state = State::new(game, &deal);
        let mut history = Vec::new();
        notes::opening(screen, game, &self.seats, &deal, &state)?;
        while !state.is_over() {
            let seat = state.seat();
            let view = View::new(game, &deal, &state, seat, self.partners_open).with_history(&history);
            let action = match self.seats.agent(seat) {
                Some(agent) => agent.act(&view),
                None => match prompt.ask(screen, &self.seats, &deal, &state, &view)? {
                    Answer::Action(action) => action,
                    Answer::Leave => return Ok(Outcome::Left),
                },
            };
            let before = state;
            if let Err(error) = state.try_apply(game, &deal, action) {
                bail!("{}: {error}", self.seats.name(seat));
            }
            history.push(action);
            notes::turn(screen, game, &self.seats, [&before, &state], action)?;
        }
        Ok(Outcome::Played(state))
    }
}
