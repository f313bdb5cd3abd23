//! Compares the back end on libtorch with that in plain Rust: outputs, gradients and runs.

#[path = "../../../engine/tests/support/skips.rs"]
mod skips;

use std::fs;
use std::path::Path;

use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
use spariglio_agents::net::inputs::{Encoder, Residual};
use spariglio_agents::net::sparse::SparseNet;
use spariglio_engine::{Deal, Game};
use spariglio_files::Config;
use spariglio_files::metrics::{self, Line};
use spariglio_torch::Torch;
use spariglio_train::backend::{Actor, Loss, Nets, Outputs, Stats, Trace, Work};
use spariglio_train::rows::Rows;
use spariglio_train::{Backend, Device, Event, LearnConfig, Observer, Plain, run};

/// Hands per batch.
const HANDS: usize = 40;

/// Maximum distance of two vectors, relative to the length of the second.
const TOLERANCE: f64 = 1e-5;

fn random_nets(game: &Game, blocks: usize, rng: &mut Pcg64Mcg) -> [SparseNet; 2] {
    let encoder = Encoder::new(game);
    [encoder.policy_len(), encoder.critic_len()].map(|inputs| {
        let mut net = SparseNet::random(inputs, 64, blocks, 0.1, rng);
        net.randomise_blocks(0.05, rng);
        net.randomise_output(0.1, rng);
        net
    })
}

/// The length of the difference of two vectors, divided by that of the second.
fn distance(found: &[f32], expected: &[f32]) -> f64 {
    assert_eq!(found.len(), expected.len());
    let length = |numbers: &mut dyn Iterator<Item = f64>| numbers.map(|x| x * x).sum::<f64>().sqrt();
    let pairs = found.iter().zip(expected);
    let gap = length(&mut pairs.map(|(a, b)| f64::from(*a) - f64::from(*b)));
    gap / length(&mut expected.iter().map(|x| f64::from(*x)))
}

/// Plays a batch with the actor in plain Rust, and compares the gradients of both back ends.
fn assert_agreement(name: &str, blocks: usize, torch: &mut Torch) {
    let game = Game::preset(name).expect("a preset");
    let mut rng = Pcg64Mcg::seed_from_u64(7);
    let [policy, critic] = random_nets(&game, blocks, &mut rng);
    let nets = Nets { policy: &policy, critic: &critic, residual: Residual::Formula };
    torch.begin(nets);
    let (mut actor, mut trace, mut stats) = (Actor::new(Encoder::new(&game)), Trace::default(), Stats::default());
    let (mut plain, mut other) = (Work::new(nets), Work::new(nets));
    for hand in 0..HANDS {
        let deal = Deal::random(&game, hand % game.players(), &mut rng);
        actor.play(&game, &deal, nets, None, &mut rng, &mut trace);
        let loss = Loss { lambda: 0.9, pull: 0.05, weight: 1.0 };
        loss.judge(&mut trace, &mut stats);
        Plain.learn(nets, &trace, &mut plain);
        torch.learn(nets, &trace, &mut other);
    }
    let (expected, found) = (Plain.outputs(nets, &other.rows), torch.outputs(nets, &other.rows));
    for (found, expected) in [(found.logits, expected.logits), (found.values, expected.values)] {
        let distance = distance(found.as_slice().expect("a vector"), expected.as_slice().expect("a vector"));
        assert!(distance < TOLERANCE, "{name}, {blocks} blocks: outputs {distance}");
    }
    torch.finish(nets, &mut [&mut other]);
    for (net, found, expected) in [
        ("policy", &other.gradients.policy, &plain.gradients.policy),
        ("critic", &other.gradients.critic, &plain.gradients.critic),
    ] {
        let distance = distance(found.numbers(), expected.numbers());
        assert!(distance < TOLERANCE, "{name}, {blocks} blocks: {net} {distance}");
    }
}

#[test]
fn both_back_ends_have_the_same_gradients() {
    for name in ["scopone", "cirulla"] {
        for blocks in 0..=2 {
            assert_agreement(name, blocks, &mut Torch::cpu());
        }
    }
}

#[test]
fn a_gpu_has_the_same_gradients() {
    let mut torch = match Torch::cuda() {
        Ok(torch) => torch,
        Err(error) => return skips::skipped("a_gpu_has_the_same_gradients", &error.to_string()),
    };
    for name in ["scopone", "cirulla"] {
        for blocks in 0..=2 {
            assert_agreement(name, blocks, &mut torch);
        }
    }
}

fn config(blocks: usize, more: &str) -> LearnConfig {
    let text = format!(
        "rules = \"mini_scopa\"\nseed = 3\ndevice = \"cpu\"\n\
         [gradient]\nwidth = 32\ncritic_width = 32\nblocks = {blocks}\ncritic_blocks = {blocks}\nbatch = [128, 256]\nshards = 3\n\
         decisions = 4000\ncheckpoint = 700\n{more}\n\
         [evaluation]\nopponents = [\"formula\"]\nhands = 40\nevery = 2000\n"
    );
    LearnConfig::from_toml(&text).expect("a configuration")
}

/// Rounds of search labels and a gate, appended to the configuration.
const ROUNDS: &str = "[labels]\nagents = [\"net-search:net=RUN:simulations=30\"]\nshards = 2\nhands_per_shard = 40\n\
    [distil]\nrounds = 2\npasses = 2\nbatch = 64\n\
    [gate]\nagent = \"net:net=RUN\"\nhands = 100\nthreshold = 0.0";

/// All files of a run with learning results.
fn learnt(dir: &Path) -> Vec<Vec<u8>> {
    let mut nets: Vec<_> = fs::read_dir(dir.join("nets"))
        .expect("networks")
        .map(|e| e.expect("an entry").path())
        .collect();
    nets.sort();
    let models = nets
        .iter()
        .filter(|path| path.is_dir())
        .map(|net| net.join("model.safetensors"));
    models
        .chain([dir.join("checkpoint.safetensors"), dir.join("nets/best.json")])
        .map(|file| fs::read(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display())))
        .collect()
}

/// Simulates the end of the process at an evaluation.
struct Dies(u32);

impl Observer for Dies {
    fn tell(&mut self, event: Event<'_>) {
        self.0 -= u32::from(matches!(event, Event::Evaluated(..)));
        assert!(self.0 > 0, "the run ends here");
    }
}

fn whole(config: &LearnConfig, threads: usize) -> Vec<Vec<u8>> {
    let dir = tempfile::tempdir().expect("a folder");
    run(config, dir.path(), threads, Box::new(Torch::cpu()), None, &mut ()).expect("a run");
    learnt(dir.path())
}

#[test]
fn threads_and_kills_do_not_change_a_run() {
    for blocks in [0, 2] {
        let config = config(blocks, ROUNDS);
        let expected = whole(&config, 1);
        assert!(whole(&config, 3) == expected, "{blocks} blocks: threads");
        let dir = tempfile::tempdir().expect("a folder");
        for events in [1, 2] {
            let killed = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
                run(&config, dir.path(), 2, Box::new(Torch::cpu()), None, &mut Dies(events))
            }));
            assert!(killed.is_err());
        }
        run(&config, dir.path(), 2, Box::new(Torch::cpu()), None, &mut ()).expect("the rest of the run");
        assert!(learnt(dir.path()) == expected, "{blocks} blocks: kills");
    }
}

/// The back end on the processor, shared by all shards as a GPU is.
#[derive(Debug)]
struct Shared(Torch);

impl Backend for Shared {
    fn name(&self) -> &'static str {
        self.0.name()
    }

    fn is_shared(&self) -> bool {
        true
    }

    fn plays_in_step(&self, nets: Nets<'_>) -> bool {
        self.0.plays_in_step(nets)
    }

    fn begin(&mut self, nets: Nets<'_>) {
        self.0.begin(nets);
    }

    fn outputs(&self, nets: Nets<'_>, rows: &Rows) -> Outputs {
        self.0.outputs(nets, rows)
    }

    fn learn(&self, nets: Nets<'_>, hand: &Trace, work: &mut Work) {
        self.0.learn(nets, hand, work);
    }

    fn finish(&self, nets: Nets<'_>, work: &mut [&mut Work]) {
        self.0.finish(nets, work);
    }
}

/// Decisions, and the mean norm of the policy's gradient in the steps up to the first line of metrics.
fn first_line(dir: &Path) -> (u64, f64) {
    let lines = metrics::read(dir).expect("metrics");
    let first = lines.iter().find_map(|line| match line {
        Line::Learning(line) => Some((line.decisions, line.gradient_norm)),
        _ => None,
    });
    first.expect("a line")
}

#[test]
fn a_shared_back_end_learns_the_same() {
    let config = config(1, "");
    let learn = |threads, backend| {
        let dir = tempfile::tempdir().expect("a folder");
        run(&config, dir.path(), threads, backend, None, &mut ()).expect("a run");
        (learnt(dir.path()), first_line(dir.path()))
    };
    let (alone, (decisions, norm)) = learn(2, Box::new(Torch::cpu()));
    let (shared, first) = learn(1, Box::new(Shared(Torch::cpu())));
    assert_eq!(first.0, decisions);
    assert!((first.1 / norm - 1.0).abs() < 1e-3, "{} {norm}", first.1);
    assert!(shared != alone, "all shards are one batch");
    assert!(learn(3, Box::new(Shared(Torch::cpu()))).0 == shared, "halves in turn");
}

#[test]
fn a_run_goes_on_with_its_device_only() {
    let dir = tempfile::tempdir().expect("a folder");
    let config = config(0, "");
    run(&config, dir.path(), 1, Box::new(Torch::cpu()), None, &mut ()).expect("a run");
    let other = LearnConfig { device: Device::Plain, ..config };
    let error = run(&other, dir.path(), 1, Box::new(Plain), None, &mut ()).expect_err("another device");
    assert!(error.to_string().contains("device"), "{error}");
}
