//! Rows of real hands with targets that a network can learn, as shards with a manifest: what self-play leaves, without
//! its searches.

use std::fs;
use std::path::Path;

use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
use spariglio_agents::features::{FEATURES, encode};
use spariglio_engine::{Action, Deal, Game, State, View};
use spariglio_files::run_dir::shard_name;
use spariglio_files::{Config, Fingerprint, Manifest, ShardEntry, sha256_hex};
use spariglio_selfplay::row::{KINDS, NO_SHUTOUT, Row, SCHEMA_VERSION, hand_id};
use spariglio_selfplay::shard::encode as encode_shard;
use spariglio_selfplay::{Origin, ShardRows};
use spariglio_train::TrainConfig;

/// The game of a preset.
pub fn game(preset: &str) -> Game {
    Game::preset(preset).expect("a preset")
}

/// A small network and short training.
pub fn config(text: &str) -> TrainConfig {
    let base = "[net]\nhidden = 32\nblocks = 1\naction_dim = 16\nvalue_hidden = 16\n";
    TrainConfig::from_toml(&format!("{base}{text}")).expect("a configuration")
}

/// Writes generation `generation` of `shards` shards of `hands` hands into `folder`.
pub fn write_data(folder: &Path, game: &Game, generation: u32, shards: u32, hands: u32) {
    fs::create_dir_all(folder).expect("a folder");
    let fingerprint = Fingerprint::of(game);
    let mut entries = Vec::new();
    for shard in 0..shards {
        let rows = rows(game, generation, shard, hands);
        let origin = Origin {
            seed: 1,
            generation,
            shard,
            hands,
            recipe: "test".to_owned(),
        };
        let bytes = encode_shard(&rows, &fingerprint, &origin).expect("encoded");
        fs::write(folder.join(shard_name(shard)), &bytes).expect("written");
        entries.push(ShardEntry {
            file: shard_name(shard),
            hands,
            rows: rows.len() as u64,
            bytes: bytes.len() as u64,
            sha256: sha256_hex(&bytes),
            records_sha256: None,
        });
    }
    let manifest = Manifest {
        schema_version: SCHEMA_VERSION,
        fingerprint,
        seed: 1,
        generation,
        agents: vec!["random".to_owned()],
        recipe: "test".to_owned(),
        hands: u64::from(shards * hands),
        rows: entries.iter().map(|entry| entry.rows).sum(),
        shards: entries,
    };
    fs::write(
        folder.join("manifest.json"),
        serde_json::to_string(&manifest).expect("JSON"),
    )
    .expect("written");
}

/// Rows of random hands. The policy likes the action that captures most; the value is the hand's result.
fn rows(game: &Game, generation: u32, shard: u32, hands: u32) -> ShardRows {
    let mut rows = ShardRows::new(&Fingerprint::of(game));
    let mut rng = Pcg64Mcg::seed_from_u64(u64::from(generation) << 32 | u64::from(shard));
    for hand in 0..hands {
        let deal = Deal::random(game, hand as usize % game.players(), &mut rng);
        let mut state = State::new(game, &deal);
        let mut of_hand = Vec::new();
        let mut legal = Vec::new();
        while !state.is_over() {
            state.legal_actions(game, &mut legal);
            of_hand.push(row(game, &deal, &state, &legal, hand_id(generation, shard, hand)));
            state.apply(game, &deal, state.random_action(game, &mut rng));
        }
        let score = state.score(game);
        for mut row in of_hand {
            let sides = game.sides();
            let own = game.side(usize::from(row.seat));
            row.utility = score.margin(own) as f32 / spariglio_engine::UTILITY_SCALE;
            row.root_value = row.utility / 2.0;
            let kinds = |j: usize| score.by_kind((own + j) % sides).map(|points| points as i16);
            row.points = (0..sides).flat_map(kinds).collect();
            assert_eq!(row.points.len(), sides * KINDS);
            rows.push(&row);
        }
    }
    rows
}

fn row(game: &Game, deal: &Deal, state: &State, legal: &[Action], hand: u64) -> Row {
    let seat = state.seat();
    let view = View::new(game, deal, state, seat, false);
    let mut features = vec![0u8; FEATURES];
    encode(&view, &mut features);
    let weights: Vec<f32> = legal
        .iter()
        .map(|action| (1.5 * action.captured().len() as f32).exp())
        .collect();
    let sum: f32 = weights.iter().sum();
    Row {
        hand,
        ply: state.ply() as u8,
        seat: seat as u8,
        features,
        actions: legal.iter().map(|action| action.to_bits()).collect(),
        policy: weights.iter().map(|weight| weight / sum).collect(),
        action: legal[0].to_bits(),
        full_search: true,
        shutout: NO_SHUTOUT,
        ..Row::zeros(&Fingerprint::of(game))
    }
}
