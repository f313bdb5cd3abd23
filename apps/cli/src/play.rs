//! `spariglio play`: a match in the terminal between a person and fair agents or other programs.
//!
//! The person is one more source of actions and sees only the seat's view. A program may type the lines too: if the
//! input ends, the person leaves without an error.
//!
//! | file | noun |
//! |---|---|
//! | `game_match` | the match: its hands and its end |
//! | `seated`, `prompt` | the sources of actions; asking the person |
//! | `menu`, `help`, `hint` | the person's possible answers; the help; the adviser |
//! | `style`, `names` | the text of cards and actions; the names of seats and sides |
//! | `screen`, `notes`, `score` | the table, the events at it, the score of a hand |
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
mod style;

use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context, Result, bail, ensure};
use clap::{Args as ClapArgs, ValueEnum};
use spariglio_agents::{AgentError, AgentSpec, Player};
use spariglio_arena::pairs::MOST_HANDS;
use spariglio_engine::random::below;
use spariglio_engine::rules::{DeclarationHands, DeclarationMode};
use spariglio_engine::{Game, MatchState};
use spariglio_files::tell;

use crate::Status;
use crate::common::{self, RulesArg};
use game_match::Match;
use hint::Adviser;
use names::Names;
use prompt::Prompt;
use record::RecordFile;
use screen::Screen;
use style::{CardStyle, Style};

/// Play a match in the terminal against agents.
///
/// Other programs may play too (`external`).
#[derive(ClapArgs)]
pub struct Args {
    #[command(flatten)]
    rules: RulesArg,
    /// Agents, separated by commas: those of the other seats, one for all, or one per seat in the order of seats; if
    /// given again, adds agents
    #[arg(long, short, value_name = "A,B,...", default_value = "ismcts")]
    agents: Vec<String>,
    /// Your seat, from 0; seats act in ascending order
    #[arg(long, value_name = "SEAT", default_value_t = 0, value_parser = common::number::<usize, 0, { u64::MAX }>)]
    seat: usize,
    /// Number of hands [default: a whole match]
    #[arg(long, value_name = "N", value_parser = common::count::<1, MOST_HANDS>)]
    hands: Option<u64>,
    /// Seed of everything random [default: a new one each time, which is printed]
    #[arg(long, value_name = "N", value_parser = common::seed)]
    seed: Option<u64>,
    /// Partners see each other's hand cards
    #[arg(long)]
    partners_open: bool,
    /// Your declarations [default: as the rules have it]
    #[arg(long, value_name = "MODE")]
    declare: Option<Declare>,
    /// Spelling of cards, shown and typed [default: french if the locale is UTF-8, else letters]
    #[arg(long, value_name = "SPELLING")]
    cards: Option<CardStyle>,
    /// File for records of hands: a new one; each hand is added as soon as it stops
    #[arg(long, value_name = "FILE")]
    records: Option<PathBuf>,
    /// Agent that gives hints [default: net-search if a network ships for the rules, else ismcts]
    #[arg(long, value_name = "AGENT")]
    hints: Option<String>,
}

/// Who makes the person's declarations.
#[derive(Copy, Clone, Eq, PartialEq, ValueEnum)]
enum Declare {
    /// The program: the set with most points
    Auto,
    /// You decide
    Choice,
}

/// Runs `spariglio play`.
pub fn run(args: Args) -> Result<Status> {
    let game = args.rules.game()?;
    common::check_partners(args.partners_open, &game)?;
    let players = game.players();
    ensure!(args.seat < players, "--seat {}: expected a seat below {players}", args.seat);
    let declares = game.rules().declarations.hands != DeclarationHands::None;
    ensure!(args.declare.is_none() || declares, "--declare: {} has no declarations", game.rules().name);
    let (game, automatic) = declaring(game, args.declare, args.seat);
    let game = Arc::new(game);
    let specs = common::agents(&args.agents)?;
    let specs = by_seat(&specs, players, args.seat)?;
    let names = Names::new(&game, args.seat, &specs)?;
    let seed = args.seed.unwrap_or_else(common::clock_seed);
    let mut rng = common::generator(seed);
    let dealer = below(&mut rng, players as u32) as usize;
    let mut game_match = Match {
        names,
        players: specs.iter().map(|spec| player(*spec, &game)).collect::<Result<_>>()?,
        partners_open: args.partners_open,
        automatic,
        rng,
        state: MatchState::new(&game, dealer),
        prompt: Prompt::new(Adviser::new(&game, args.hints.as_deref()).context("--hints")?),
        record: args
            .records
            .map(|path| RecordFile::create(&path, format!("play {seed}")))
            .transpose()?,
        game,
    };
    if game_match.record.is_some() {
        tell!("the records have cards as letters, `c` for cups and `b` for batons; `review` calls seat 0 South");
    }
    let mut screen = Screen::new(style(args.cards));
    screen.welcome(&game_match.game, &game_match.names, args.hands, seed)?;
    game_match.play(&mut screen, args.hands)
}

/// The game in which the person declares as wanted, and by seat whether the table declares for it.
fn declaring(game: Game, wanted: Option<Declare>, person: usize) -> (Game, Vec<bool>) {
    let mut automatic = vec![game.rules().declarations.mode == DeclarationMode::Auto; game.players()];
    if let Some(wanted) = wanted {
        automatic[person] = wanted == Declare::Auto;
    }
    let by_choice = wanted
        .filter(|wanted| *wanted == Declare::Choice)
        .and_then(|_| game.by_choice());
    (by_choice.unwrap_or(game), automatic)
}

/// The player of a seat: an agent limited to its seat's view, or a program; `None` for the person.
fn player(spec: Option<&AgentSpec>, game: &Game) -> Result<Option<Player>> {
    let Some(spec) = spec else { return Ok(None) };
    let player = match spec.build_player(game) {
        Ok(Player::Cheating(_)) => Err(AgentError::Cheats(spec.to_string())),
        other => other,
    };
    Ok(Some(player.with_context(|| format!("agent {spec}"))?))
}

/// The agents by seat, `None` for the person. `specs` has one agent for all seats, or one per seat in order.
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

fn style(cards: Option<CardStyle>) -> Style {
    let plain = std::env::var_os("NO_COLOR").is_some() || std::env::var("TERM").is_ok_and(|term| term == "dumb");
    Style {
        cards: cards.unwrap_or_else(CardStyle::of_locale),
        color: io::stdout().is_terminal() && !plain,
    }
}
