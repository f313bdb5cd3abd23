//! Sets played with an eye on luck, deal by deal: what coefficients are fitted on and reductions are measured with.

use std::ops::Range;

use rayon::ThreadPoolBuilder;
use rayon::prelude::*;
use spariglio_agents::{AgentSpec, Place, Player};
use spariglio_engine::{Action, Deal, Game, State, World};

use crate::error::ArenaError;
use crate::outcome::Outcome;
use crate::pair::ArenaConfig;
use crate::seating::Seating;
use crate::seeds::Source;
use crate::tally::SetCount;
use crate::variance::Luck;
use crate::variance::fit::TUNING;

/// Deals for one worker at a time.
const BLOCK: u64 = 10;

/// One play of a deal.
#[derive(Clone, Debug)]
pub(super) struct Hand {
    /// The counted margin, agent 0's point of view.
    pub margin: f64,
    /// The luck figures.
    pub luck: Vec<f64>,
}

/// A deal's plays together.
#[derive(Clone, Debug, Default)]
pub(super) struct SetLuck {
    /// The counted margin, agent 0's point of view.
    pub margin: f64,
    /// The luck figures.
    pub luck: Vec<f64>,
}

impl SetLuck {
    pub fn of(hands: &[Hand]) -> SetLuck {
        let mut set = SetLuck::default();
        for hand in hands {
            set.margin += hand.margin;
            set.luck.resize(hand.luck.len(), 0.0);
            set.luck
                .iter_mut()
                .zip(&hand.luck)
                .for_each(|(sum, figure)| *sum += figure);
        }
        set
    }
}

/// A pair at a table of its own.
pub(super) struct Series<'a> {
    game: &'a Game,
    names: [String; 2],
    agents: [Vec<Player>; 2],
    set: Vec<Seating>,
    luck: Luck<'a>,
    history: Vec<Action>,
    source: Source,
    seed: u64,
    partners_open: bool,
}

impl<'a> Series<'a> {
    pub fn new(
        game: &'a Game,
        specs: [&AgentSpec; 2],
        source: Source,
        config: &ArenaConfig,
    ) -> Result<Series<'a>, ArenaError> {
        let set = Seating::set(game);
        let build = |agent: usize| {
            let instances = 0..Seating::instances(&set)[agent];
            let built = instances
                .map(|_| specs[agent].build_player(game))
                .collect::<Result<Vec<_>, _>>();
            built.map_err(|source| ArenaError::Agent {
                agent: specs[agent].to_string(),
                source: Box::new(source),
            })
        };
        Ok(Series {
            agents: [build(0)?, build(1)?],
            game,
            names: specs.map(ToString::to_string),
            set,
            luck: Luck::new(game),
            history: Vec::new(),
            source,
            seed: config.seed,
            partners_open: config.partners_open,
        })
    }

    /// The arena's deals, played by agents given by their specifications.
    pub fn of_names(game: &'a Game, names: &[String; 2], config: &ArenaConfig) -> Result<Series<'a>, ArenaError> {
        let spec = |text: &String| {
            AgentSpec::parse(text).map_err(|source| ArenaError::Agent {
                agent: text.clone(),
                source: Box::new(source.into()),
            })
        };
        Series::new(game, [&spec(&names[0])?, &spec(&names[1])?], Source::Test, config)
    }

    /// The sets of tuning deals, played on all threads of `config`.
    pub fn tuning(
        game: &Game,
        specs: [&AgentSpec; 2],
        config: &ArenaConfig,
        deals: Range<u64>,
    ) -> Result<Vec<SetLuck>, ArenaError> {
        let threads = config.threads;
        let pool = ThreadPoolBuilder::new().num_threads(threads).build();
        let pool = pool.map_err(|source| ArenaError::Threads { threads, source })?;
        let blocks: Vec<Range<u64>> = deals
            .clone()
            .step_by(BLOCK as usize)
            .map(|start| start..(start + BLOCK).min(deals.end))
            .collect();
        let play = |block: Range<u64>| {
            let mut series = Series::new(game, specs, TUNING, config)?;
            block.map(|index| Ok(SetLuck::of(&series.play(index)?))).collect()
        };
        let played = pool.install(|| {
            blocks
                .into_par_iter()
                .map(play)
                .collect::<Result<Vec<Vec<_>>, ArenaError>>()
        })?;
        Ok(played.concat())
    }

    /// The plays of a deal's set.
    pub fn play(&mut self, index: u64) -> Result<Vec<Hand>, ArenaError> {
        let dealer = (index % self.game.players() as u64) as usize;
        let deal = Deal::random(self.game, dealer, &mut self.source.deal_rng(self.seed, index));
        let set = self.set.clone();
        let plays = set.iter().enumerate();
        plays
            .map(|(number, play)| self.hand(&deal, (index, number as u64), play))
            .collect()
    }

    fn hand(&mut self, deal: &Deal, (index, number): (u64, u64), play: &Seating) -> Result<Hand, ArenaError> {
        let game = self.game;
        for (seat, &(agent, instance)) in play.seats.iter().enumerate() {
            let seed = self.source.seat_seed(self.seed, [index, number, seat as u64]);
            self.agents[agent][instance].start_hand(seed);
        }
        let mut world = World {
            deal: *deal,
            state: State::new(game, deal),
        };
        self.history.clear();
        self.luck.start(play, &world.state);
        while !world.state.is_over() {
            let seat = world.state.seat();
            let (agent, instance) = play.seats[seat];
            let player = &mut self.agents[agent][instance];
            let answer = player.act(&Place {
                game,
                world: &world,
                history: &self.history,
                partners_open: self.partners_open,
            });
            let action = answer.map_err(|source| ArenaError::Offence {
                agent: self.names[agent].clone(),
                source,
                deal: index,
                seed: self.seed,
                seat,
            })?;
            self.luck.on_action(&world.state, action, player.draw());
            world.state.apply(game, deal, action);
            self.luck.on_deal_round(&world.state);
            self.history.push(action);
        }
        let mut count = SetCount::default();
        count.push(play, &Outcome::new(game, world.state, None), 0, 0);
        Ok(Hand {
            margin: count.margin() as f64,
            luck: self.luck.take(),
        })
    }
}
