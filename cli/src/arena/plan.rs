//! What an arena plays, after its file and the arguments are joined.

use std::path::Path;

use anyhow::{Result, anyhow, bail};
use spariglio_arena::contests::ArenaFile;
use spariglio_arena::{ArenaConfig, Entrant, Schedule};
use spariglio_files::best::best_net;
use spariglio_stats::{SprtConfig, SprtUnit};

use super::{Args, Unit};
use crate::common;

const RULES: &str = "scopone_scientifico";
const HANDS: u64 = 10_000;

/// What is played.
pub struct Plan {
    /// A preset's name or a file of rules.
    pub rules: String,
    pub entrants: Vec<Entrant>,
    pub config: ArenaConfig,
    pub schedule: Schedule,
}

impl Plan {
    pub fn new(args: &Args) -> Result<Plan> {
        let mut plan = match &args.config {
            Some(path) => Plan::by_file(path, args)?,
            None => Plan::by_arguments(args)?,
        };
        plan.config.partners_open |= args.partners_open;
        plan.config.time = args.time;
        plan.config.part = args.part;
        plan.config.sprt = sprt(args)?;
        Ok(plan)
    }

    fn by_file(path: &Path, args: &Args) -> Result<Plan> {
        let net = args.net.as_deref().map(best_net).transpose()?;
        let file = ArenaFile::load(path, net.as_deref())?;
        let mut entrants = file.entrants();
        let mut config = file.config(args.threads);
        if let Some(hands) = args.hands {
            config.hands = hands;
            entrants.iter_mut().for_each(|entrant| entrant.hands = None);
        }
        config.seed = args.seed.unwrap_or(config.seed);
        Ok(Plan {
            rules: args.rules.clone().unwrap_or(file.rules),
            entrants,
            config,
            schedule: args.schedule.unwrap_or(file.schedule),
        })
    }

    fn by_arguments(args: &Args) -> Result<Plan> {
        let specs = common::agents(args.agents.as_deref().unwrap_or_default())?;
        if specs.len() < 2 {
            bail!(
                "--agents: expected at least two agents separated by commas, got {}",
                specs.len()
            );
        }
        let config = ArenaConfig {
            hands: args.hands.unwrap_or(HANDS),
            seed: args.seed.unwrap_or(1),
            threads: args.threads,
            ..ArenaConfig::default()
        };
        Ok(Plan {
            rules: args.rules.clone().unwrap_or(RULES.to_owned()),
            entrants: specs.into_iter().map(Entrant::new).collect(),
            config,
            schedule: args.schedule.unwrap_or_default(),
        })
    }

    /// The command that gives this result again. Threads and the output's place do not change it.
    pub fn command(&self, args: &Args) -> String {
        let mut command = format!("spariglio arena {}", self.players(args));
        let mut say = |text: String| command.push_str(&format!(" {text}"));
        if args.config.is_none() || args.hands.is_some() {
            say(format!("--hands {}", self.config.hands));
        }
        say(format!("--seed {}", self.config.seed));
        if self.schedule != Schedule::default() {
            say(format!("--schedule {}", self.schedule));
        }
        if let Some(sprt) = &self.config.sprt {
            say(test(sprt));
        }
        if !self.config.part.is_all() {
            say(format!("--part {}", self.config.part));
        }
        if self.config.time {
            say("--time".to_owned());
        }
        if args.partners_open {
            say("--partners-open".to_owned());
        }
        command
    }

    /// The arguments that name agents and rules.
    pub fn players(&self, args: &Args) -> String {
        let mut words = vec![match &args.config {
            Some(path) => format!("--config {}", path.display()),
            None => format!("--agents {}", self.agents()),
        }];
        if let Some(net) = &args.net {
            words.push(format!("--net {}", net.display()));
        }
        if args.config.is_none() || args.rules.is_some() {
            words.push(format!("--rules {}", self.rules));
        }
        words.join(" ")
    }

    fn agents(&self) -> String {
        let specs = self.entrants.iter().map(|entrant| entrant.spec.to_string());
        let list = specs.collect::<Vec<_>>().join(",");
        if list.contains(' ') { format!("'{list}'") } else { list }
    }
}

fn sprt(args: &Args) -> Result<Option<SprtConfig>> {
    let Some(text) = &args.sprt else { return Ok(None) };
    let bounds: Option<Vec<f64>> = text.split(',').map(|bound| bound.trim().parse().ok()).collect();
    let bounds = bounds.and_then(|bounds| <[f64; 2]>::try_from(bounds).ok());
    let bounds = bounds.ok_or_else(|| anyhow!("--sprt {text}: expected two numbers, H0,H1, for example 0,0.5"))?;
    let sprt = SprtConfig {
        unit: match args.sprt_unit {
            Unit::Points => SprtUnit::Points,
            Unit::Nelo => SprtUnit::NormalizedElo,
        },
        bounds,
        alpha: args.alpha,
        beta: args.beta,
    };
    sprt.check().map_err(|message| anyhow!("--sprt {text}: {message}"))?;
    Ok(Some(sprt))
}

fn test(sprt: &SprtConfig) -> String {
    let unit = match sprt.unit {
        SprtUnit::Points => "",
        SprtUnit::NormalizedElo => " --sprt-unit nelo",
    };
    let [zero, one] = sprt.bounds;
    format!("--sprt={zero},{one}{unit} --alpha {} --beta {}", sprt.alpha, sprt.beta)
}
