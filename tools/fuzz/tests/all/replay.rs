//! Runs every target on its seeds, on all findings and on mutated inputs, without instrumentation; a soak runs more
//! mutated inputs.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::SeedableRng;
use spariglio_engine::random::below;
use spariglio_fuzz::mutate::mutated;
use spariglio_fuzz::{TARGETS, Target};

#[path = "../../../../engine/tests/laws/soak.rs"]
mod soak;

/// Time per target for mutated inputs.
const SLICE: Duration = Duration::from_millis(1500);
/// Most mutated inputs per target.
const MOST: u64 = 20_000;

/// The findings of a target: inputs that broke it once.
fn findings(target: &Target) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("findings").join(target.name);
    let Ok(entries) = fs::read_dir(folder) else {
        return Vec::new();
    };
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    paths.iter().map(|path| fs::read(path).expect("readable")).collect()
}

fn look(target: &Target, input: &[u8]) {
    if std::panic::catch_unwind(|| (target.run)(input)).is_err() {
        let path = std::env::temp_dir().join(format!("spariglio-finding-{}", target.name));
        fs::write(&path, input).expect("a finding can be kept");
        panic!("target `{}` fails on {}", target.name, path.display());
    }
}

#[test]
fn seeds_and_findings_are_borne() {
    for target in TARGETS {
        let seeds = (target.seeds)();
        assert!(!seeds.is_empty(), "{}", target.name);
        seeds.iter().chain(&findings(target)).for_each(|input| look(target, input));
        look(target, b"");
    }
}

#[test]
fn changed_inputs_are_borne() {
    for (number, target) in TARGETS.iter().enumerate() {
        let mut rng = Pcg64Mcg::seed_from_u64(number as u64);
        let inputs = [(target.seeds)(), findings(target)].concat();
        let until = Instant::now() + SLICE * soak::soak() as u32;
        let mut count = 0;
        while count < MOST * soak::soak() && Instant::now() < until {
            let [input, other] = [0; 2].map(|_| &inputs[below(&mut rng, inputs.len() as u32) as usize]);
            look(target, &mutated(input, other, &mut rng));
            count += 1;
        }
        println!("{}: {count} changed inputs", target.name);
    }
}

#[test]
fn a_folder_of_findings_has_a_target() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("findings");
    for entry in fs::read_dir(folder).expect("a folder") {
        let name = entry.expect("an entry").file_name();
        assert!(TARGETS.iter().any(|target| name == target.name), "{name:?}");
    }
}
