//! The plan of an arena: its file and the arguments joined.

use std::path::Path;

use anyhow::{Result, anyhow, bail, ensure};
use spariglio_agents::AgentSpec;
use spariglio_agents::draws::Secret;
use spariglio_agents::external::ExternalConfig;
use spariglio_agents::net::network_folder;
use spariglio_arena::contests::ArenaFile;
use spariglio_arena::deals::unforeseen::{random_secret, random_seed};
use spariglio_arena::{ArenaConfig, Entrant, Schedule};
use spariglio_engine::RuleSet;
use spariglio_engine::format::plain::shell_word;
use spariglio_files::tell;
use spariglio_stats::{SprtConfig, SprtUnit};

use super::{Args, Unit};
use crate::common;
use crate::sandbox::{check_apart, warn_of_memory};

const HANDS: u64 = 10_000;

/// The seed and the secret of a result that a run resumes from.
pub type Kept = (u64, Option<Secret>);

/// The contest to play.
pub struct Plan {
    /// Preset name or rules file.
    pub rules: String,
    pub entrants: Vec<Entrant>,
    pub config: ArenaConfig,
    pub schedule: Schedule,
}

impl Plan {
    /// The plan of the arguments; resumes from a result with the seeds `kept`, if there is one.
    pub fn new(args: &Args, kept: Option<Kept>) -> Result<Plan> {
        let mut plan = match &args.config {
            Some(path) => Plan::by_file(path, args)?,
            None => Plan::by_arguments(args)?,
        };
        plan.config.partners_open |= args.partners_open;
        plan.config.unpaired = args.unpaired;
        plan.config.time = args.time;
        plan.config.part = args.part;
        plan.config.in_flight = args.in_flight.unwrap_or(0);
        plan.config.sprt = sprt(args)?;
        plan.config.hands = args.matches.unwrap_or(plan.config.hands);
        plan.guard(args, kept)?;
        Ok(plan)
    }

    /// If external programs take part: sandboxes them as the arguments say, and makes the seeds unguessable for them.
    fn guard(&mut self, args: &Args, kept: Option<Kept>) -> Result<()> {
        let has_program = self.programs().next().is_some();
        for (flag, is_given) in [
            ("--sandbox", args.sandbox),
            ("--secret", args.secret.is_some()),
            ("--in-flight", args.in_flight.is_some()),
        ] {
            ensure!(has_program || !is_given, "{flag}: expected an external program among the agents");
        }
        if !has_program {
            return Ok(());
        }
        if args.sandbox {
            self.entrants
                .iter_mut()
                .for_each(|entrant| entrant.spec = entrant.spec.sandboxed());
        }
        for out in args
            .out
            .iter()
            .chain(args.table.iter().map(|(path, _)| path))
            .chain(&args.records)
        {
            check_apart(self.specs(), out)?;
        }
        if args.seed.is_some() || args.config.is_some() {
            warn_of_memory(self.specs());
        }
        let has_command = |spec: &&AgentSpec| spec.options::<ExternalConfig>().is_some();
        for spec in self.programs().filter(has_command).filter(|spec| spec.files().is_empty()) {
            tell!("agent {spec}: its command names no file; if the program changes, a resumed result cannot tell");
        }
        common::tell_in_flight(self.specs(), args.in_flight, args.threads);
        self.draw_seeds(args, kept)
    }

    /// Sets the seed and the secret: from the arguments if given, else from `kept`, else at random.
    fn draw_seeds(&mut self, args: &Args, kept: Option<Kept>) -> Result<()> {
        let has_seed = args.seed.is_some() || args.config.is_some();
        ensure!(
            args.part.is_all() || (args.secret.is_some() && has_seed),
            "--part: expected --seed and --secret, the same for all parts, if an external program takes part"
        );
        let secret = args.secret.or(kept.and_then(|(_, secret)| secret));
        self.config.secret = Some(secret.unwrap_or_else(random_secret));
        if !has_seed {
            // Below 2^53, so that every JSON reader keeps it exactly.
            self.config.seed = kept.map_or_else(|| random_seed() >> 11, |(seed, _)| seed);
        }
        Ok(())
    }

    fn programs(&self) -> impl Iterator<Item = &AgentSpec> {
        self.specs().filter(|spec| spec.agent_type().is_program())
    }

    fn specs(&self) -> impl Iterator<Item = &AgentSpec> {
        self.entrants.iter().map(|entrant| &entrant.spec)
    }

    fn by_file(path: &Path, args: &Args) -> Result<Plan> {
        common::check_no_word(Some(path), &args.agents)?;
        let name = path.display();
        ensure!(
            RuleSet::preset(&name.to_string()).is_some() || common::rule_set(&name.to_string()).is_err(),
            "FILE {name}: it is a rule set: write --rules {name}"
        );
        ensure!(
            args.agents.is_empty(),
            "FILE {} names the agents of its arena: leave --agents out, or write them into a copy of the file",
            path.display()
        );
        let net = args.net.as_deref().map(network_folder).transpose()?;
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
        if let Some(net) = &args.net {
            let net = net.display();
            bail!("--net {net}: it is for RUN in an arena file: with --agents write net:net={net}");
        }
        let specs = common::agents(&args.agents)?;
        if specs.len() < 2 {
            bail!("--agents: expected at least two agents separated by commas, got {}", specs.len());
        }
        let config = ArenaConfig {
            hands: args.hands.unwrap_or(HANDS),
            seed: args.seed.unwrap_or(common::SEED),
            threads: args.threads,
            ..ArenaConfig::default()
        };
        Ok(Plan {
            rules: args.rules.clone().unwrap_or(common::RULES.to_owned()),
            entrants: specs.into_iter().map(Entrant::new).collect(),
            config,
            schedule: args.schedule.unwrap_or_default(),
        })
    }

    /// The command that reproduces this result. Threads, hands in flight and the place of the output do not change it.
    pub fn command(&self, args: &Args) -> String {
        let Plan { config, schedule, .. } = self;
        let hands = match args.matches {
            Some(matches) => Some(format!("--matches {matches}")),
            None => (args.config.is_none() || args.hands.is_some()).then(|| format!("--hands {}", config.hands)),
        };
        let option = |is_given: bool, name: &str| is_given.then(|| name.to_owned());
        let words = [
            Some(format!("spariglio arena {}", self.players(args))),
            hands,
            Some(format!("--seed {}", config.seed)),
            config.secret.map(|secret| format!("--secret {secret}")),
            option(args.sandbox && args.config.is_some(), "--sandbox"),
            (*schedule != Schedule::default()).then(|| format!("--schedule {schedule}")),
            config.sprt.as_ref().map(test),
            (!config.part.is_all()).then(|| format!("--part {}", config.part)),
            option(config.time, "--time"),
            option(args.partners_open, "--partners-open"),
            option(config.unpaired, "--unpaired"),
        ];
        words.into_iter().flatten().collect::<Vec<_>>().join(" ")
    }

    /// The arguments for agents and rules.
    fn players(&self, args: &Args) -> String {
        let mut words = vec![match &args.config {
            Some(path) => shell_word(&path.display().to_string()),
            None => format!("--agents {}", self.agents()),
        }];
        if let Some(net) = &args.net {
            words.push(format!("--net {}", shell_word(&net.display().to_string())));
        }
        if args.config.is_none() || args.rules.is_some() {
            words.push(format!("--rules {}", shell_word(&self.rules)));
        }
        words.join(" ")
    }

    fn agents(&self) -> String {
        let specs = self.specs().map(ToString::to_string);
        shell_word(&specs.collect::<Vec<_>>().join(","))
    }
}

fn sprt(args: &Args) -> Result<Option<SprtConfig>> {
    let Some(difference) = args.sprt else { return Ok(None) };
    let sprt = SprtConfig {
        unit: match args.sprt_unit {
            Unit::Points => SprtUnit::Points,
            Unit::Nelo => SprtUnit::NormalizedElo,
        },
        difference,
        alpha: args.alpha,
        beta: args.beta,
    };
    let option = |message: &str| match message.starts_with("alpha") {
        true => format!("--alpha {}, --beta {}", args.alpha, args.beta),
        false => format!("--sprt {difference}"),
    };
    sprt.check().map_err(|message| anyhow!("{}: {message}", option(&message)))?;
    Ok(Some(sprt))
}

fn test(sprt: &SprtConfig) -> String {
    let unit = match sprt.unit {
        SprtUnit::Points => "",
        SprtUnit::NormalizedElo => " --sprt-unit nelo",
    };
    format!("--sprt {}{unit} --alpha {} --beta {}", sprt.difference, sprt.alpha, sprt.beta)
}
