//! Rows of real hands with targets that a network can learn, as shards with a manifest: what self-play leaves, without
//! its searches.

use std::fs;
use std::path::Path;

use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
use spariglio_agents::features::{FEATURES, encode};
use spariglio_engine::{Deal, Game, State, View};
use spariglio_files::run_dir::shard_name;
use spariglio_files::{Config, Fingerprint, Manifest, ShardEntry, Source, sha256_hex};
use spariglio_selfplay::row::{KINDS, NO_SHUTOUT, RowEnd, RowStart, SCHEMA_VERSION, Shape, hand_id};
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
    let source = Source::Selfplay {
        seed: 1,
        generation,
        agents: vec!["random".to_owned()],
        recipe: "test".to_owned(),
    };
    let mut entries = Vec::new();
    for shard in 0..shards {
        let rows = rows(game, generation, shard, hands);
        let origin = Origin {
            source: source.clone(),
            shard,
            hands,
        };
        let count = rows.len() as u64;
        let bytes = encode_shard(rows, &fingerprint, &origin).expect("encoded");
        fs::write(folder.join(shard_name(shard)), &bytes).expect("written");
        entries.push(ShardEntry {
            file: shard_name(shard),
            hands,
            rows: count,
            bytes: bytes.len() as u64,
            sha256: sha256_hex(&bytes),
            records_sha256: None,
        });
    }
    let manifest = Manifest {
        schema_version: SCHEMA_VERSION,
        fingerprint,
        features: true,
        source,
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
    let mut rows = ShardRows::new(Shape::new(&Fingerprint::of(game), true));
    let mut rng = Pcg64Mcg::seed_from_u64(u64::from(generation) << 32 | u64::from(shard));
    for hand in 0..hands {
        let deal = Deal::random(game, hand as usize % game.players(), &mut rng);
        let mut state = State::new(game, &deal);
        let mut states = Vec::new();
        while !state.is_over() {
            states.push(state);
            state.apply(game, &deal, state.random_action(game, &mut rng));
        }
        let score = state.score(game);
        for state in states {
            let sides = game.sides();
            let own = game.side(state.seat());
            let utility = score.margin(own) as f32 / spariglio_engine::UTILITY_SCALE;
            start(
                game,
                &deal,
                &state,
                hand_id(generation, shard, hand),
                utility / 2.0,
                &mut rows,
            );
            let kinds = |j: usize| score.by_kind((own + j) % sides).map(|points| points as i16);
            let points: Vec<i16> = (0..sides).flat_map(kinds).collect();
            assert_eq!(points.len(), sides * KINDS);
            rows.end_row(&RowEnd {
                points: &points,
                shutout: NO_SHUTOUT,
                utility,
            });
        }
    }
    rows
}

fn start(game: &Game, deal: &Deal, state: &State, hand: u64, value: f32, rows: &mut ShardRows) {
    let seat = state.seat();
    let view = View::new(game, deal, state, seat, false);
    let mut features = vec![0u8; FEATURES];
    encode(&view, &mut features);
    let mut legal = Vec::new();
    state.legal_actions(game, &mut legal);
    let weights: Vec<f32> = legal
        .iter()
        .map(|action| (1.5 * action.captured().len() as f32).exp())
        .collect();
    let sum: f32 = weights.iter().sum();
    rows.start_row(&RowStart {
        hand,
        ply: state.ply() as u8,
        seat: seat as u8,
        table: 0,
        piles: &vec![0; game.sides()],
        declared: 0,
        matta: 0,
        features: &features,
        actions: &legal.iter().map(|action| action.to_bits()).collect::<Vec<_>>(),
        policy: &weights.iter().map(|weight| weight / sum).collect::<Vec<_>>(),
        action: legal[0].to_bits(),
        root_value: value,
        full_search: true,
        oracle_hands: &vec![0; game.players()],
        oracle_stock: &[],
    });
}
