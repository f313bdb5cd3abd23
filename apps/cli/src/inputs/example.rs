//! One decision as a network sees it: the inputs and the resulting logits.

use anyhow::Result;
use serde_json::{Value, json};
use spariglio_agents::Hand;
use spariglio_agents::net::NetChoice;
use spariglio_agents::net::inputs::{ActionInputs, Encoder};
use spariglio_engine::record::ViewMessage;
use spariglio_engine::{Deal, Game};

use crate::common;

/// Number of random actions before the decision.
const ACTIONS: usize = 8;

/// The decision after `ACTIONS` random actions of a random deal, by the network that `net-search` plays.
pub fn decision(game: &Game, seed: u64) -> Result<Value> {
    let net = NetChoice::default().load(game)?;
    let mut encoder = Encoder::new(game);
    let hand = random_hand(game, seed)?;
    let view = hand.view();
    let mut actions = Vec::new();
    view.legal_actions(&mut actions);
    let (mut view_inputs, mut inputs, mut residual) = (Vec::new(), ActionInputs::default(), Vec::new());
    encoder.view(&view, &encoder.refusals(&view), &mut view_inputs);
    encoder.actions(&view, &actions, net.residual, &mut inputs, &mut residual);
    let mut logits = residual.clone();
    net.policy.add_logits(&view_inputs, &inputs, &mut logits, &mut Vec::new());
    let (mut world, mut hidden) = (Vec::new(), Vec::new());
    let scored = encoder
        .view_and_world(&view, hand.state(), &encoder.refusals(&view), &mut world)
        .scored;
    let critic = net.critic.value(&world, &mut hidden);
    let of_action = |index: usize| {
        json!({
            "action": actions[index].text(game.deck()),
            "inputs": inputs.of(index),
            "residual": residual[index],
            "logit": logits[index],
        })
    };
    Ok(json!({
        "rules": game.rules().name,
        "seed": seed,
        "view": ViewMessage::new(&view),
        "inputs": view_inputs,
        "world": { "inputs": world, "scored": scored, "margin": scored + critic },
        "actions": (0..actions.len()).map(of_action).collect::<Vec<_>>(),
    }))
}

fn random_hand(game: &Game, seed: u64) -> Result<Hand<'_>> {
    let mut rng = common::generator(seed);
    let deal = Deal::random(game, 0, &mut rng);
    let mut hand = Hand::new(game, &deal, false);
    for _ in 0..ACTIONS {
        let action = hand.view().random_action(&mut rng);
        hand.act(action)?;
    }
    Ok(hand)
}
