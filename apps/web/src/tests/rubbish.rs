//! Invalid requests: they are refused and never cause a server error.

use axum::body::Body;
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::{Rng, SeedableRng};
use serde_json::{Value, json};

use super::client::{Client, request};
use super::soak::soak;

const WORDS: [&str; 22] = [
    "rules",
    "seats",
    "seed",
    "match",
    "record",
    "turn",
    "seat",
    "version",
    "action",
    "millis",
    "paused",
    "step",
    "agent",
    "scopa",
    "person",
    "greedy",
    "7d",
    "7d x 3d 4s",
    "pass",
    "declare 7c=9 Ad 2d",
    "\u{0}\u{202e}<script>",
    "../../token",
];

fn pick<'a, T>(rng: &mut Pcg64Mcg, from: &'a [T]) -> &'a T {
    &from[rng.next_u64() as usize % from.len()]
}

fn value(rng: &mut Pcg64Mcg, depth: u32) -> Value {
    match rng.next_u64() % if depth == 0 { 6 } else { 9 } {
        0 => Value::Null,
        1 => json!(rng.next_u64().is_multiple_of(2)),
        2 => json!(rng.next_u64()),
        3 => json!(rng.next_u64() as i64 % 10),
        4 => json!(f64::from_bits(rng.next_u64())),
        5 => json!(pick(rng, &WORDS)),
        6 => (0..rng.next_u64() % 6).map(|_| value(rng, depth - 1)).collect(),
        _ => object(rng, depth - 1),
    }
}

fn object(rng: &mut Pcg64Mcg, depth: u32) -> Value {
    let fields = (0..rng.next_u64() % 7).map(|_| ((*pick(rng, &WORDS)).to_owned(), value(rng, depth)));
    Value::Object(fields.collect())
}

/// A body that is almost valid: one of its fields is replaced.
fn broken(rng: &mut Pcg64Mcg, good: &Value) -> Value {
    let mut body = good.clone();
    let fields: Vec<String> = good.as_object().expect("fields").keys().cloned().collect();
    if !fields.is_empty() {
        body[pick(rng, &fields)] = value(rng, 1);
    }
    body
}

#[test]
fn rubbish_is_refused() {
    let client = Client::new();
    let table = client.open(&json!({"rules": "scopa", "seats": ["person", "greedy"], "seed": 1}));
    let goods = [
        ("/api/tables", json!({"rules": "scopa", "seats": ["person", "greedy"], "seed": 1, "match": false})),
        ("actions", json!({"seat": 0, "version": 1, "action": "7d"})),
        ("undo", json!({"seat": 0, "version": 1})),
        ("fork", json!({"turn": 0})),
        ("hints", json!({"seat": 0, "version": 1})),
        ("pace", json!({"millis": 0, "paused": false, "step": false})),
        ("settings", json!({"seat": 0, "auto_declare": true})),
        ("next", json!({"version": 1})),
        ("rematch", json!({"version": 1})),
        ("closed", json!({"seat": 0, "agent": "greedy"})),
    ];
    let mut rng = Pcg64Mcg::seed_from_u64(3);
    for number in 0..2_000 * soak() {
        let (what, good) = pick(&mut rng, &goods);
        let path = match what.strip_prefix('/') {
            Some(_) => (*what).to_owned(),
            None => format!("/api/tables/{}/{what}", table.id),
        };
        let body = match rng.next_u64() % 4 {
            0 => object(&mut rng, 2).to_string(),
            1 => value(&mut rng, 2).to_string(),
            2 => broken(&mut rng, good).to_string(),
            _ => {
                let mut bytes = broken(&mut rng, good).to_string().into_bytes();
                let place = rng.next_u64() as usize % bytes.len().max(1);
                bytes.truncate(place);
                String::from_utf8_lossy(&bytes).into_owned()
            }
        };
        let request = request("POST", &path, &table.keys[0].1).header("Content-Type", "application/json");
        let answer = client.send(request.body(Body::from(body.clone())).expect("a request"));
        assert!(answer.status.as_u16() < 500, "{number}: {path} {body}: {}", answer.status);
        if answer.status == 201 {
            let id = answer.json()["id"].as_str().expect("a name").to_owned();
            client.server.tables.leave(&id).expect("there");
        }
    }
}
