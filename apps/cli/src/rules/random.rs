//! `spariglio rules random`: a new rule set near a known one.

use anyhow::{Result, anyhow, bail};
use clap::Args as ClapArgs;
use serde_json::json;
use spariglio_score::{Depth, Generated, Wish};
use spariglio_stats::Estimate;

use crate::{Status, common};

/// Make a new rule set that is valid and worth playing.
///
/// Changes some fields of a known rule set; each change shows in the rules in words. The new game is tried on 400 deals:
/// the dealer's side wins at most half a standard deviation, the deal alone decides at most 60 % of the variance,
/// `formula` beats `random` clearly, and at most half of the hands end level. The parts of the rules have the same
/// chance: pack with seats and deal, capture, sweeps, declarations, score. Prints TOML, with these figures as comments.
#[derive(ClapArgs)]
pub struct Args {
    /// Rule set to begin with: a preset name, or a TOML file
    #[arg(long, value_name = "NAME|FILE", default_value = "scopa")]
    like: String,
    /// Number of fields to change; 0 prints the rule set with its figures
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = common::number::<u32, 0, 20>)]
    distance: u32,
    /// Solve the new game
    ///
    /// It must be small (mini presets). Its pack, seats and deal stay as they are.
    #[arg(long)]
    exact: bool,
    /// Measure how much thought pays: a search against `formula`, and at two budgets (half a minute)
    ///
    /// A new game in which neither pays is refused.
    #[arg(long)]
    depth: bool,
    /// Seed of everything random
    #[arg(long, value_name = "N", default_value_t = common::SEED)]
    seed: u64,
    /// Print JSON: the rules, their changes and figures
    #[arg(long)]
    json: bool,
}

/// The most cards of a game that can be solved.
const MOST_CARDS: usize = 20;

/// Runs `spariglio rules random`.
pub fn run(args: &Args) -> Result<Status> {
    let like = common::rule_set(&args.like)?;
    let cards = like.deck.cards().iter().count();
    if args.exact && cards > MOST_CARDS {
        bail!("--exact: expected a small game (mini presets), found {cards} cards in {}", args.like);
    }
    let wish = Wish {
        name: format!("{}_{}", like.name, args.seed),
        like,
        distance: args.distance as usize,
        seed: args.seed,
        depth: args.depth,
        exact: args.exact,
    };
    let generated = wish.fulfilled().ok_or_else(|| {
        let small = if args.exact { ", or one that can be solved" } else { "" };
        anyhow!(
            "no rule set near {} with {} changes is worth playing{small}; try a smaller --distance",
            args.like,
            args.distance
        )
    })?;
    let rules = generated.game.rules();
    if args.json {
        common::print(json!({
            "rules": rules.to_json(), "changes": generated.changes, "worth": generated.worth,
            "depth": generated.depth,
            "exact": generated.exact,
        }))?;
    } else {
        common::print_text(&(comments(&wish.like.name, args, &generated) + &rules.to_toml()))?;
    }
    Ok(Status::Success)
}

fn comments(like: &str, args: &Args, generated: &Generated) -> String {
    let worth = &generated.worth;
    let mut lines = vec![format!("like {like}, distance {}, seed {}", args.distance, args.seed)];
    lines.extend(
        generated
            .changes
            .iter()
            .map(|[field, old, new]| format!("{field}: {old} -> {new}")),
    );
    lines.push(format!(
        "dealer {:+.2}, formula against random {:+.2} standard deviations; deal alone {:.0} % of the variance; {:.1} legal actions; {:.0} % of the hands level",
        worth.dealer,
        worth.skill,
        100.0 * worth.deal_share,
        worth.choices,
        100.0 * worth.drawn
    ));
    lines.extend(generated.depth.map(|Depth { search, budget }| {
        let text = |gain: Estimate| format!("{:+.2} (standard error {:.2})", gain.mean, gain.standard_error);
        format!(
            "depth in standard deviations: search over `formula` {}, 400 over 50 simulations {}",
            text(search),
            text(budget)
        )
    }));
    lines.extend(generated.exact.map(|exact| {
        format!(
            "solved: the dealer wins {:+.4} points per hand, within {:.4}; {} information sets",
            exact.value, exact.error, exact.information_sets
        )
    }));
    lines.into_iter().map(|line| format!("# {line}\n")).collect()
}
