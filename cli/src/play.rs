//! `spariglio play`: a person plays a match in the terminal against fair agents and other programs.
//!
//! The person is one more source of actions; what is shown is what the seat's view shows. Every
//! line can be typed by a program too: end of input leaves the table without an error.
//!
//! | file | noun |
//! |---|---|
//! | `game_match` | the match: its hands, and what ends it |
//! | `seated`, `prompt` | who gives the actions; asking the person |
//! | `menu`, `help`, `hint` | what the person may answer; the help; the adviser |
//! | `spelling`, `style`, `names` | how cards and actions are written, and what everybody is called |
//! | `screen`, `notes`, `score` | the table, what happens at it, the score of a hand |
//! | `record` | the file of the hands |

mod game_match;
mod help;
mod hint;
mod menu;
mod names;
mod notes;
mod prompt;
mod record;
mod score;
mod screen;
mod seated;
mod spelling;
mod style;

use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context, Result, bail, ensure};
use clap::Args as ClapArgs;
use spariglio_agents::{AgentError, AgentSpec, Player};
use spariglio_arena::MOST_HANDS;
use spariglio_engine::random::below;
use spariglio_engine::{Game, MatchState};

use crate::Status;
use crate::common::{self, SeedArg};
use game_match::Match;
use hint::Adviser;
use names::Names;
use prompt::Prompt;
use record::RecordFile;
use screen::Screen;
use spelling::Spelling;
use style::Style;

/// Play a match in the terminal against agents and other programs.
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
    #[arg(long, value_name = "N", value_parser = common::count::<1, MOST_HANDS>)]
    hands: Option<u64>,
    #[command(flatten)]
    seed: SeedArg,
    /// Partners see each other's hand cards
    #[arg(long)]
    partners_open: bool,
    /// How cards are shown and typed; without it, french where the locale says UTF-8, otherwise letters
    #[arg(long, value_name = "SPELLING")]
    cards: Option<Spelling>,
    /// A new file for the records of the hands; each hand is added as soon as it stops
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// The agent that gives hints; without it, net-search where a network ships for the rules, otherwise ismcts
    #[arg(long, value_name = "AGENT")]
    hints: Option<String>,
}

/// Runs `spariglio play`.
pub fn run(args: Args) -> Result<Status> {
    let game = Arc::new(common::game(&args.rules)?);
    common::check_partners(args.partners_open, &game)?;
    let players = game.players();
    ensure!(
        args.seat < players,
        "--seat {}: expected a seat below {players}",
        args.seat
    );
    let specs = common::agents(&args.agents)?;
    let specs = by_seat(&specs, players, args.seat)?;
    let names = Names::new(&game, args.seat, &specs);
    let seed = args.seed.seed();
    let mut rng = common::generator(seed);
    let dealer = below(&mut rng, players as u32) as usize;
    let mut game_match = Match {
        names,
        players: specs.iter().map(|spec| player(*spec, &game)).collect::<Result<_>>()?,
        partners_open: args.partners_open,
        rng,
        state: MatchState::new(&game, dealer),
        prompt: Prompt::new(Adviser::new(&game, args.hints.as_deref()).context("--hints")?),
        record: args
            .record
            .map(|path| RecordFile::create(&path, format!("play {seed}")))
            .transpose()?,
        game,
    };
    let mut screen = Screen::new(style(args.cards));
    screen.welcome(&game_match.game, &game_match.names, seed)?;
    game_match.play(&mut screen, args.hands)
}

/// The player of a seat, none for the person: an agent that sees what its seat sees, or a program.
fn player(spec: Option<&AgentSpec>, game: &Game) -> Result<Option<Player>> {
    let Some(spec) = spec else { return Ok(None) };
    let player = match spec.build_player(game) {
        Ok(Player::Cheating(_)) => Err(AgentError::Cheats(spec.to_string())),
        other => other,
    };
    Ok(Some(player.with_context(|| format!("agent {spec}"))?))
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

fn style(spelling: Option<Spelling>) -> Style {
    let plain = std::env::var_os("NO_COLOR").is_some() || std::env::var("TERM").is_ok_and(|term| term == "dumb");
    Style {
        spelling: spelling.unwrap_or_else(Spelling::of_locale),
        color: io::stdout().is_terminal() && !plain,
    }
}
