//! A ladder with its results file: the pairs to play, and where their results go.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

use spariglio_agents::AgentSpec;
use spariglio_engine::Game;
use spariglio_engine::format::fnv1a;
use spariglio_engine::format::plain::shell_word;
use spariglio_files::{Lock, Origin};

use super::config::{Ladder, Published, Row, RowAgent, Settings};
use super::cost::guess;
use super::partial::{self, Partial, Partials};
use super::result::{LADDER_KIND, LadderResult, RESULTS_START, RowResult, SCHEMA};
use crate::contests::{PairResult, pairings};
use crate::deals::unforeseen::random_secret;
use crate::error::{ArenaError, wrong};
use crate::pairs::component::made_of;
use crate::pairs::numbered;
use crate::pairs::{ArenaConfig, Totals};
use spariglio_agents::draws::Secret;

/// One ladder with its results.
pub(super) struct OpenLadder {
    ladder: Ladder,
    /// The results file.
    pub path: PathBuf,
    result: LadderResult,
    /// The rows to play.
    pub jobs: Vec<RowJob>,
    /// The pairs in progress.
    pub partials: Partials,
    /// Their file.
    pub progress: PathBuf,
    /// Held until all rows are played, so that no other process changes the written file meanwhile.
    _lock: Lock,
}

/// A row to play.
pub(super) struct RowJob {
    pub row: Row,
    pub game: Game,
    /// Every pair i < j.
    pub pairs: Vec<PairJob>,
    /// Its place in the results.
    place: usize,
    /// Whether the row's older result by the same command has another fingerprint.
    pub is_changed: bool,
}

/// One pair of a row.
#[derive(Clone)]
pub struct PairJob {
    /// The agents.
    pub agents: [RowAgent; 2],
    /// Hands to play.
    pub hands: u64,
    /// Hash of all that decides its figures.
    pub fingerprint: String,
    /// Estimated seconds on one core.
    pub(super) guess: f64,
}

/// Results of earlier runs, by fingerprint.
type Kept = HashMap<String, PairResult>;

impl OpenLadder {
    /// Opens the results of `ladder` in the folder `out`.
    ///
    /// # Errors
    /// As [`play`](super::play()).
    pub fn open(file: &Path, ladder: Ladder, out: &Path, settings: &Settings) -> Result<OpenLadder, ArenaError> {
        ladder.check(file)?;
        let stem = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        if !stem.starts_with(RESULTS_START) {
            let message = format!("expected a name that begins with `{RESULTS_START}`, as that of its results");
            return Err(wrong(file, message));
        }
        let path = out.join(format!("{stem}.json"));
        let progress = partial::file(&path, settings.part);
        let lock = Lock::of_file(if settings.part.is_all() { &path } else { &progress })?;
        let old = LadderResult::load(&path)?.map_or(Vec::new(), |result| result.rows);
        let mut open = OpenLadder {
            result: LadderResult {
                kind: LADDER_KIND.to_owned(),
                schema: SCHEMA,
                title: ladder.title.clone(),
                about: ladder.about.trim().to_owned(),
                order: ladder.order,
                seed: ladder.seed,
                rows: Vec::new(),
            },
            partials: Partials::load(&progress)?,
            path,
            progress,
            jobs: Vec::new(),
            ladder,
            _lock: lock,
        };
        let known = kept(&old);
        for row in open.ladder.rows.clone() {
            let title = format!("{stem}: {}", row.name).to_lowercase();
            let is_selected = settings.only.as_ref().is_none_or(|only| title.contains(&only.to_lowercase()));
            if is_selected && !settings.part.is_all() && has_program(row.agents.iter().map(|agent| &agent.spec)) {
                let message = format!("row \"{}\": a program takes part, so it cannot be played in parts", row.name);
                return Err(wrong(file, message));
            }
            let game = open.ladder.game(&row).map_err(|message| wrong(file, message))?;
            let pairs = open.pairs(&row, &game, settings)?;
            let mut result = open.fresh(file, &row, &game, &pairs, settings);
            if !(is_selected && settings.again) {
                let before = old.iter().find(|old| old.name == result.name);
                result.origin = before.and_then(|old| old.origin.clone());
                fill(&mut result, &pairs, &known);
            }
            if is_selected {
                let place = open.result.rows.len();
                let is_same = |old: &&RowResult| old.name == result.name && old.command == result.command;
                let before = old.iter().find(is_same).filter(|_| !settings.again);
                open.jobs.push(RowJob {
                    is_changed: before.is_some_and(|before| before.fingerprint != result.fingerprint),
                    row,
                    game,
                    pairs,
                    place,
                });
                open.result.rows.push(result);
            } else if result.is_whole() {
                open.result.rows.push(result);
            } else {
                open.result.rows.extend(old.iter().find(|old| old.name == row.name).cloned());
            }
        }
        if settings.part.is_all() {
            let missing = open.missing().into_iter().map(|places| open.pair(places).1.fingerprint.clone());
            open.partials.add_parts(&open.path, &missing.collect::<Vec<_>>())?;
        }
        Ok(open)
    }

    fn pairs(&self, row: &Row, game: &Game, settings: &Settings) -> Result<Vec<PairJob>, ArenaError> {
        let made_of = row.agents.iter().map(|agent| made_of(&agent.spec, game));
        let made_of = made_of.collect::<Result<Vec<_>, _>>()?;
        let labels: Vec<String> = row.agents.iter().map(|agent| agent.label().to_owned()).collect();
        let names = numbered(&labels);
        let pair = |(first, second): (usize, usize)| {
            let agents =
                [first, second].map(|place| RowAgent { name: Some(names[place].clone()), ..row.agents[place].clone() });
            let texts = [agents[0].text.as_str(), agents[1].text.as_str()];
            let hands = hands(row.hands, &agents, settings);
            let seed = self.ladder.seed_of(row);
            let decides = (SCHEMA, game.fingerprint(), texts, seed, row.partners_open, hands);
            let mut text = format!("{decides:?}");
            text.extend(row.test.map(|test| format!("|{test:?}")));
            for component in made_of[first].iter().chain(&made_of[second]) {
                text.push_str(&format!("|{}", component.is));
            }
            PairJob {
                guess: guess([&agents[0].spec, &agents[1].spec], hands),
                fingerprint: hash(&text),
                hands,
                agents,
            }
        };
        Ok(pairings(row.agents.len()).map(pair).collect())
    }

    /// The row's result before its first hand.
    fn fresh(&self, file: &Path, row: &Row, game: &Game, pairs: &[PairJob], settings: &Settings) -> RowResult {
        let fingerprints: Vec<&str> = pairs.iter().map(|pair| pair.fingerprint.as_str()).collect();
        RowResult {
            name: row.name.clone(),
            fingerprint: hash(&fingerprints.join("|")),
            rules: game.rules().name.clone(),
            agents: row.agents.iter().map(|agent| agent.label().to_owned()).collect(),
            command: self.command(file, row, pairs, settings),
            published: self.ladder.expected(row),
            published_text: match &row.published {
                Some(Published::Text(text)) => Some(text.clone()),
                _ => None,
            },
            note: row.note.clone(),
            specs: row.agents.iter().map(|agent| agent.spec.to_string()).collect(),
            pairs: Vec::new(),
            pair_fingerprints: Vec::new(),
            origin: None,
        }
    }

    /// The arena command of the row; the ladder's if an arena command cannot express it. A remark if an agent belongs
    /// to a host program.
    fn command(&self, file: &Path, row: &Row, pairs: &[PairJob], settings: &Settings) -> String {
        if row.agents.iter().any(|agent| agent.spec.custom().is_some()) {
            return "# an agent of a host program, which no command can name".to_owned();
        }
        let rules = row.rules.as_ref().unwrap_or(&self.ladder.rules).argument();
        let hands = pairs.first().map_or(0, |pair| pair.hands);
        let same = pairs.iter().all(|pair| pair.hands == hands);
        let Some(rules) = rules.filter(|_| same) else {
            let scale = settings
                .hands_scale
                .map_or(String::new(), |scale| format!(" --hands-scale {scale}"));
            let [file, name] = [&file.display().to_string(), &row.name].map(|word| shell_word(word));
            return format!("spariglio ladder {file} --out runs/strength --only {name}{scale}");
        };
        let agents: Vec<&str> = row.agents.iter().map(|agent| agent.text.as_str()).collect();
        let open = if row.partners_open { " --partners-open" } else { "" };
        let test = row
            .test
            .map_or(String::new(), |test| format!(" --sprt {} --alpha {}", test.difference, test.alpha));
        format!(
            "spariglio arena --rules {} --agents {} --hands {hands} --seed {}{open}{test} --time",
            shell_word(rules),
            shell_word(&agents.join(",")),
            self.ladder.seed_of(row)
        )
    }

    /// Estimated seconds of each pair to play.
    pub fn guesses(&self) -> Vec<f64> {
        self.missing().iter().map(|&places| self.pair(places).1.guess).collect()
    }

    /// The pairs without a result, each once: the numbers of their job and of the pair in it.
    pub fn missing(&self) -> Vec<[usize; 2]> {
        let mut fingerprints = HashSet::new();
        let mut missing = Vec::new();
        for (number, job) in self.jobs.iter().enumerate() {
            let known = &self.result.rows[job.place].pair_fingerprints;
            for (place, pair) in job.pairs.iter().enumerate() {
                if !known.contains(&pair.fingerprint) && fingerprints.insert(&pair.fingerprint) {
                    missing.push([number, place]);
                }
            }
        }
        missing
    }

    /// The job and the pair with these numbers.
    pub fn pair(&self, [job, pair]: [usize; 2]) -> (&RowJob, &PairJob) {
        (&self.jobs[job], &self.jobs[job].pairs[pair])
    }

    /// The settings of a pair; `secret` is the one of its deals played before.
    pub fn config(&self, (job, pair): (&RowJob, &PairJob), secret: Option<Secret>, settings: &Settings) -> ArenaConfig {
        let has_program = has_program(pair.specs());
        ArenaConfig {
            hands: pair.hands,
            seed: self.ladder.seed_of(&job.row),
            sprt: job.row.test,
            secret: has_program.then(|| secret.unwrap_or_else(random_secret)),
            threads: settings.threads,
            in_flight: settings.in_flight,
            part: settings.part,
            partners_open: job.row.partners_open,
            time: true,
            ..ArenaConfig::default()
        }
    }

    /// Writes the result of a pair to the file, in every row that has the pair.
    ///
    /// # Errors
    /// Fails if the file cannot be written.
    pub fn finish(
        &mut self,
        [job, pair]: [usize; 2],
        result: PairResult,
        origin: Option<&Origin>,
    ) -> Result<(), ArenaError> {
        let fingerprint = &self.jobs[job].pairs[pair].fingerprint;
        let has_pair = |job: &&RowJob| job.pairs.iter().any(|pair| pair.fingerprint == *fingerprint);
        for job in self.jobs.iter().filter(has_pair) {
            let row = &mut self.result.rows[job.place];
            let mut known = kept(std::slice::from_ref(row));
            known.insert(fingerprint.clone(), result.clone());
            fill(row, &job.pairs, &known);
            row.origin = origin.cloned();
        }
        self.partials = self.partials.without(fingerprint);
        self.save()?;
        self.partials.save(&self.progress)
    }

    /// Keeps the sums of a pair in progress, beside those that are there.
    ///
    /// # Errors
    /// Fails if the file cannot be written.
    pub fn keep(&self, partial: Partial) -> Result<(), ArenaError> {
        self.partials.with(partial).save(&self.progress)
    }

    /// Removes the sums of pairs in progress: of rows that have changed, and of parts that were added.
    ///
    /// # Errors
    /// Fails if a file cannot be removed.
    pub fn clear(&mut self) -> Result<(), ArenaError> {
        self.partials = Partials::default();
        self.partials.save(&self.progress)?;
        Ok(partial::remove_parts(&self.path)?)
    }

    /// Writes the results; leaves out rows without any.
    ///
    /// # Errors
    /// Fails if the file cannot be written.
    pub fn save(&self) -> Result<(), ArenaError> {
        let mut result = self.result.clone();
        result.rows.retain(|row| !row.pairs.is_empty());
        result.save(&self.path)
    }
}

impl PairJob {
    /// The specifications of the agents.
    #[must_use]
    pub fn specs(&self) -> [&AgentSpec; 2] {
        self.agents.each_ref().map(|agent| &agent.spec)
    }

    /// The pair's result from its sums.
    pub(super) fn result(&self, game: &Game, config: &ArenaConfig, totals: Totals) -> PairResult {
        let specs = self.specs();
        PairResult::new([0, 1], specs.map(ToString::to_string), config.plays(game, specs), totals)
    }
}

fn kept(rows: &[RowResult]) -> Kept {
    let pairs = rows.iter().flat_map(|row| row.pair_fingerprints.iter().zip(&row.pairs));
    pairs.map(|(fingerprint, pair)| (fingerprint.clone(), pair.clone())).collect()
}

/// Gives the row those of its pairs that have a result.
fn fill(row: &mut RowResult, pairs: &[PairJob], known: &Kept) {
    let known_pairs = || {
        let places = pairings(row.agents.len()).map(|(first, second)| [first, second]);
        let pairs = pairs.iter().zip(places);
        pairs.filter_map(|(pair, places)| Some((&pair.fingerprint, places, known.get(&pair.fingerprint)?)))
    };
    let fingerprints = known_pairs().map(|(fingerprint, ..)| fingerprint.clone()).collect();
    row.pairs = known_pairs().map(|(_, places, pair)| pair.at(places, &row.specs)).collect();
    row.pair_fingerprints = fingerprints;
}

fn has_program<'a>(specs: impl IntoIterator<Item = &'a AgentSpec>) -> bool {
    specs.into_iter().any(|spec| spec.agent_type().is_program())
}

/// Hands per pair.
fn hands(most: u64, agents: &[RowAgent; 2], settings: &Settings) -> u64 {
    let bounded = agents.iter().filter_map(|agent| agent.hands).fold(most, u64::min);
    ((bounded as f64 * settings.hands_scale.unwrap_or(1.0)).round() as u64).max(1)
}

/// The hash that names a pair in the ladder's results. It must never change, because results are kept for years.
fn hash(text: &str) -> String {
    format!("{:016x}", fnv1a(text.as_bytes()))
}
