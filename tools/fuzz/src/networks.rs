//! Networks: a folder is either refused with an error, or loaded. A loaded network must play one hand with finite
//! numbers.
//!
//! The input is the length of `meta.json` (two bytes), its text, and the header of `model.safetensors`. The numbers
//! after the header are those of a valid network. If `meta.json` is a JSON object with a hash, the hash is corrected. A
//! wrong hash would reveal damage, so this target tries files that a malicious author may have made.

use std::sync::LazyLock;

use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::SeedableRng;
use serde_json::Value;
use spariglio_agents::net::inputs::{Encoder, Residual};
use spariglio_agents::net::sparse::{PolicyNet, SparseNet, bare};
use spariglio_agents::net::{META_FILE, MODEL_FILE};
use spariglio_agents::{AgentSpec, Budget, Hand, Player};
use spariglio_engine::{Deal, Game};
use spariglio_files::hash::sha256_hex;

use crate::Target;
use crate::folder::Folder;

/// Target `networks`.
pub const TARGET: Target = Target { name: "networks", run, seeds };

static GAME: LazyLock<Game> = LazyLock::new(|| Game::preset("mini_scopone").expect("a preset"));
static FOLDER: LazyLock<Folder> = LazyLock::new(Folder::new);

/// The smallest network.
static FILES: LazyLock<Files> = LazyLock::new(files);

/// The two files of a network.
struct Files {
    meta: Vec<u8>,
    model: Vec<u8>,
}

fn files() -> Files {
    let (encoder, mut rng) = (Encoder::new(&GAME), Pcg64Mcg::seed_from_u64(1));
    let net = PolicyNet {
        residual: Residual::None,
        margin_deviation: 3.0,
        policy: SparseNet::random(encoder.policy_len(), 32, 1, 0.5, &mut rng),
        critic: SparseNet::random(encoder.critic_len(), 32, 1, 0.5, &mut rng),
    };
    let [(_, model), (_, meta)] = net.files(&GAME, 0, 0);
    Files { meta, model }
}

impl Files {
    /// The header and the numbers of the model.
    fn parts(&self) -> (&[u8], &[u8]) {
        let (length, rest) = self.model.split_first_chunk().expect("a file begins with its header's length");
        rest.split_at(u64::from_le_bytes(*length) as usize)
    }
}

fn seeds() -> Vec<Vec<u8>> {
    let length = (FILES.meta.len() as u16).to_le_bytes();
    vec![[&length[..], &FILES.meta, FILES.parts().0].concat()]
}

/// Reads the bytes as a network.
pub fn run(bytes: &[u8]) {
    let Some((&length, text)) = bytes.split_first_chunk() else {
        return;
    };
    let length = usize::from(u16::from_le_bytes(length)).min(text.len());
    let (meta, header) = text.split_at(length);
    let (_, numbers) = FILES.parts();
    let model = [&(header.len() as u64).to_le_bytes(), header, numbers].concat();
    FOLDER.put(MODEL_FILE, &model);
    FOLDER.put(META_FILE, &signed(meta, &model));
    for agent in ["net", "net-search:simulations=4"] {
        let agent = AgentSpec::parse(agent).expect("an agent").with_net(FOLDER.path());
        match agent.build_player(&GAME) {
            Ok(player) => play(player),
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
}

/// The description with the model's hash, if it has one.
fn signed(meta: &[u8], model: &[u8]) -> Vec<u8> {
    let mut described: Value = match serde_json::from_slice(meta) {
        Ok(described @ Value::Object(_)) => described,
        _ => return meta.to_vec(),
    };
    if described.get("model_sha256").is_some() {
        described["model_sha256"] = sha256_hex(bare(model, meta)).into();
    }
    described.to_string().into_bytes()
}

fn play(mut player: Player) {
    let deal = Deal::random(&GAME, 0, &mut Pcg64Mcg::seed_from_u64(2));
    let mut hand = Hand::new(&GAME, &deal, false);
    player.start_hand(1);
    while !hand.is_over() {
        let decision = player.decide(&hand, Budget::default()).expect("an agent that was made decides");
        assert!(decision.policy.iter().all(|share| share.is_finite()), "{:?}", decision.policy);
        hand.act(decision.action).expect("a legal action");
    }
}
