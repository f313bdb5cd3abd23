//! `spariglio play`: a person plays a match in the terminal against any agents.
//!
//! The person is one more source of actions; what is shown is what the seat's view shows. Every
//! line can be typed by a program too: end of input leaves the table without an error.

mod names;
mod notes;
mod prompt;
mod score;
mod screen;
mod seated;

use std::cell::RefCell;
use std::io::{self, IsTerminal};

use anyhow::{Result, bail, ensure};
use clap::{Args as ClapArgs, ValueEnum};
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::Rng;
use spariglio_agents::{Agent, AgentSpec, FoulKind, Hand, play_hand};
use spariglio_engine::random::below;
use spariglio_engine::{Deal, Game, MatchState, State};

use crate::Status;
use crate::common::{self, SeedArg};
use names::Names;
use prompt::Prompt;
use screen::{Screen, Style};
use seated::{Refusal, Seated, Told};

/// Play a match in the terminal against agents.
#[derive(ClapArgs)]
pub struct Args {
    /// A preset's name, or a TOML file of rules
    #[arg(long, short, value_name = "NAME|FILE", default_value = "scopa")]
    rules: String,
    /// Agents of the other seats: one for all, or one per seat in the order of seats, separated by commas
    #[arg(long, short, value_name = "A,B,...", default_value = "ismcts")]
    agents: String,
    /// Your seat; seats act in ascending order
    #[arg(long, value_name = "SEAT", default_value_t = 0)]
    seat: usize,
    /// Number of hands; without it, a whole match
    #[arg(long, value_name = "N", value_parser = common::count::<1, { common::MOST_HANDS }>)]
    hands: Option<u64>,
    #[command(flatten)]
    seed: SeedArg,
    /// Partners see each other's hand cards
    #[arg(long)]
    partners_open: bool,
    /// Show suits as symbols instead of the letters d c s b
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
    names: Names,
    /// By seat; none for the person.
    agents: Vec<Option<Box<dyn Agent>>>,
    partners_open: bool,
    rng: Pcg64Mcg,
    state: MatchState,
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
    let specs = common::agents(&args.agents)?;
    let specs = by_seat(&specs, players, args.seat)?;
    let build = |spec: &Option<&AgentSpec>| spec.map(|spec| common::build(spec, &game)).transpose();
    let agents = specs.iter().map(build).collect::<Result<_>>()?;
    let names = Names::new(&game, args.seat, &specs);
    let seed = args.seed.seed();
    let mut rng = common::generator(seed);
    let dealer = below(&mut rng, players as u32) as usize;
    let mut screen = Screen::new(style(args.unicode));
    screen.welcome(&game, &names, seed)?;
    let mut game_match = Match {
        game: &game,
        names,
        agents,
        partners_open: args.partners_open,
        rng,
        state: MatchState::new(&game, dealer),
    };
    game_match.play(&mut screen, args.hands)?;
    Ok(Status::Success)
}

/// The agents by seat, none for the person: one for all, or one each in the order of the seats.
fn by_seat(specs: &[AgentSpec], players: usize, person: usize) -> Result<Vec<Option<&AgentSpec>>> {
    let others = players - 1;
    if specs.len() != 1 && specs.len() != others {
        let expected = if others == 1 {
            "1".to_owned()
        } else {
            format!("1 or {others}")
        };
        bail!("--agents names {} agents, expected {expected}", specs.len());
    }
    let mut order = specs.iter().cycle();
    let spec = |seat| if seat == person { None } else { order.next() };
    Ok((0..players).map(spec).collect())
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
            screen.hand_title(&self.names, &self.state)?;
            let Outcome::Played(state) = self.play_hand(screen, &mut prompt)? else {
                return screen.farewell(&self.names, &self.state.scores);
            };
            let score = state.score(self.game);
            let end = self.state.count(self.game, &score);
            score::explain(screen, self.game, &self.names, &state, &self.state.scores)?;
            if let Some(end) = end {
                return screen.match_over(&self.names, &self.state.scores, end);
            }
            if limit.is_some_and(|limit| self.state.hands as u64 >= limit) || !prompt.wait_for_next_hand(screen)? {
                return screen.farewell(&self.names, &self.state.scores);
            }
        }
    }

    fn play_hand(&mut self, screen: &mut Screen, prompt: &mut Prompt) -> Result<Outcome> {
        let deal = Deal::random(self.game, self.state.dealer, &mut self.rng);
        for agent in self.agents.iter_mut().flatten() {
            agent.start_hand(self.rng.next_u64());
        }
        let mut hand = Hand::new(self.game, &deal, self.partners_open);
        notes::opening(screen, self.game, &self.names, &deal, hand.state())?;
        let screen = RefCell::new(screen);
        let mut seats = Seated {
            agents: &mut self.agents,
            names: &self.names,
            prompt,
            screen: &screen,
        };
        let mut told = Told {
            names: &self.names,
            screen: &screen,
            state: *hand.state(),
            result: Ok(()),
        };
        let played = play_hand(&mut hand, &mut seats, &mut told);
        told.result?;
        match played.map_err(|foul| (foul.seat, foul.kind)) {
            Ok(()) => Ok(Outcome::Played(*hand.state())),
            Err((_, FoulKind::NoAction(Refusal::Left))) => Ok(Outcome::Left),
            Err((_, FoulKind::NoAction(Refusal::Failed(error)))) => Err(error),
            Err((seat, FoulKind::IllegalAction(action))) => bail!(
                "{}: {} is not legal for seat {seat}",
                self.names.name(seat),
                action.text(self.game.deck())
            ),
        }
    }
}
