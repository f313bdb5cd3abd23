//! The page of a score, its summary for a terminal, and the table of several scores.

mod picture;

use spariglio_agents::AgentSpec;
use spariglio_engine::format::plain::plain;
use spariglio_score::{GameScore, Headline, Item, LEAST, Method, OPPONENTS, Paired, Positions, Score};
use spariglio_stats::Estimate;
use spariglio_stats::moments::NORMAL_95;

use crate::figures::{self, signed};
use crate::page::{self, Block, Cell, Page, Section, Table, Tile};
use crate::shade::Shade;

/// Explains all figures.
const FOOT: &str = "Intervals are 95 %. Points per hand are those of one side above its opponent. A standard deviation is that of one side's \
    margin in a hand between players of `formula`.";

const GAMES: &str = "Points per hand. Against: whole hands on duplicate deals. Above formula: what the decisions at positions are worth more \
    than those of `formula`, if the reviewer values both. Lost: what the decisions lose, as the reviewer values them. \
    A small search chooses the positions, and every one is weighted by the inverse of its chance.";
const DECISIONS: &str = "The decisions at positions that cost the agent most: points lost by the action, times what the decision counts in \
    points per hand of one side. All decisions are in score.json, under `items`.";
const CHECK: &str = "The commitment was written before the first hand. All deals follow from the secret; all figures follow from the secret and \
    answers.jsonl. The command computes them again.";
const COSTS: &str = "Times are wall-clock times. A fault is a decision without a legal action: a random one was played. A refusal is one that the \
    endpoint of a language model refuses; positions and endings with a refusal are in no figure.";
/// The limit of the check, beside every figure that it concerns.
const OWN_WORD: &str = "the agent's decisions are not made again";
/// The title of the margins by game.
const MARGINS: &str = "Standard deviations per hand above `formula` by game; the headline is their mean, every game with the same weight.";
/// The interval that a comparison should have, in standard deviations of a hand.
const FINE: f64 = 0.05;
/// Decisions on the page.
const DEAREST: usize = 10;
/// In place of an interval, if nothing varies.
const ALIKE: &str = "all deals are alike";

/// The page as self-contained HTML.
#[must_use]
pub fn html(score: &Score) -> String {
    page::html::text(&page(score), false)
}

/// The figures for a terminal.
#[must_use]
pub fn summary(score: &Score) -> String {
    page::text::text(&page(score)).trim_end().to_owned()
}

/// A table of several scores with their ratings, in their order, and one of their margins by game, for a terminal.
#[must_use]
pub fn table(scores: &[Score], ratings: &[Estimate]) -> String {
    let mut lines = page::text::table(&rows(scores, ratings));
    lines.extend([String::new(), MARGINS.to_owned()]);
    lines.extend(page::text::table(&margins(scores)));
    let lines = lines.iter().map(|line| plain(line).trim_end().to_owned());
    lines.collect::<Vec<_>>().join("\n")
}

/// The parts of the headline: one column per game of the suite.
fn margins(scores: &[Score]) -> Table {
    let of_suite = |score: &Score| -> Vec<GameScore> {
        let games = score.games.iter().filter(|game| game.changes.is_none());
        games.cloned().collect()
    };
    let games = scores.first().map(of_suite).unwrap_or_default();
    let mut table = Table::new(["agent".to_owned()].into_iter().chain(games.into_iter().map(|game| game.rules)));
    for score in scores {
        let margin = |game: GameScore| {
            let scaled = game.margin(score.headline?.method)?.in_units_of(game.deviation);
            let error = scaled.interval.map(|_| format!(" {}", figures::plus_minus(scaled.interval, 2)));
            Some(signed(scaled.mean, 2) + &error.unwrap_or_default())
        };
        let margins = of_suite(score).into_iter().map(|game| margin(game).unwrap_or("·".to_owned()));
        table.push([score.name.clone()].into_iter().chain(margins));
    }
    table
}

/// Two scores in pairs, for a terminal.
#[must_use]
pub fn paired(pair: &Paired) -> String {
    let [first, second] = &pair.names;
    let mut table = Table::new([
        "game",
        "positions",
        &format!("{first} loses"),
        &format!("{second} loses"),
        &format!("{first} above {second}"),
    ]);
    for game in &pair.games {
        let [lost, other] = game.lost.map(|lost| format!("{:.3}", lost.mean));
        let above = figures::estimate(&game.difference, 3);
        table.push([game.rules.clone(), game.count.to_string(), lost, other, above]);
    }
    let mut lines = page::text::table(&table);
    lines.push(String::new());
    if let Some(difference) = &pair.difference {
        let unpaired = pair.unpaired.and_then(|unpaired| unpaired.interval);
        lines.push(format!(
            "{first} is {} standard deviations per hand above {second}, mean over the games (as if unpaired: {})",
            figures::estimate(difference, 3),
            figures::plus_minus(unpaired, 3),
        ));
        let verdict = match difference.beyond(0.0) {
            1 => format!("{first} decides better."),
            -1 => format!("{second} decides better."),
            _ => "Too few positions to tell them apart.".to_owned(),
        };
        lines.push(verdict);
    }
    if let Some((count, saved)) = &pair.endings {
        lines.push(format!("endings: {count}; {first} loses {} points less per ending", figures::estimate(saved, 3)));
    }
    lines.extend(
        pair.needed(FINE)
            .map(|needed| format!("positions for an interval of ±{FINE}: {needed}")),
    );
    lines
        .iter()
        .map(|line| plain(line).trim_end().to_owned())
        .collect::<Vec<_>>()
        .join("\n")
}

/// The page of a score.
pub(crate) fn page(score: &Score) -> Page {
    let commitment = &score.commitment;
    let mut facts = vec![format!("suite {} {}", commitment.suite, commitment.version), commitment.agent.clone()];
    facts.extend((!score.sealed.challenge.is_empty()).then(|| format!("challenge {}", score.sealed.challenge)));
    Page {
        kind: "Score",
        name: score.name.clone(),
        facts,
        origin: score.origin.as_ref().map(|origin| origin.text()),
        command: Some(score.command.clone()),
        verdict: Some(verdict(score)),
        warning: cheats(&commitment.agent).then(|| "This agent sees hidden cards.".to_owned()),
        tiles: tiles(score),
        sections: vec![games(score), dearest(score), small(score), costs(score), check(score)],
        foot: FOOT,
        ..Page::default()
    }
}

fn cheats(agent: &str) -> bool {
    AgentSpec::parse(agent).is_ok_and(|agent| agent.agent_type().cheats())
}

/// The headline as text.
fn headline(headline: &Headline) -> String {
    let Estimate { mean, interval, .. } = headline.value;
    let error = interval.map_or(format!("({ALIKE})"), |_| figures::plus_minus(interval, 3));
    format!("{} {error}", signed(mean, 3))
}

fn verdict(score: &Score) -> String {
    let Some(headline) = &score.headline else {
        return format!("No game has {LEAST} deals or positions: there is no headline.");
    };
    let [low, high] = headline.value.ends();
    let words = match () {
        () if low > 0.0 => "stronger than `formula`",
        () if high < 0.0 => "weaker than `formula`",
        () => "not to be told from `formula`",
    };
    let by = match headline.method {
        Method::Hands => "in whole hands",
        Method::Positions => "by its decisions at positions",
    };
    let [played, of] = headline.games;
    let own_word = match score.is_replayed() {
        true => "",
        false => " This is its owner's word: `--verify` does not make the agent's decisions again.",
    };
    format!("The agent is {words}, {by} of {played} of {of} games.{own_word}")
}

fn tiles(score: &Score) -> Vec<Tile> {
    let mut tiles = Vec::new();
    if let Some(Headline { value, .. }) = &score.headline {
        let interval = value.interval.map_or(ALIKE.to_owned(), |_| figures::interval(value.interval));
        let more = [&interval, OWN_WORD][..1 + usize::from(!score.is_replayed())].join("; ");
        tiles.push(Tile::new("standard deviations per hand above formula", signed(value.mean, 3), more));
    }
    if let Some((lost, formula)) = lost(score, |one| one.lost).zip(lost(score, |one| one.formula_lost)) {
        let more = format!("formula {formula:.3}");
        tiles.push(Tile::new("standard deviations per hand lost at positions", format!("{lost:.3}"), more));
    }
    if let Some(endings) = score.endings.as_ref().filter(|endings| endings.count >= LEAST) {
        let more = format!("formula {:.3} points lost, this agent {:.3}", endings.formula_lost.mean, endings.lost.mean);
        tiles.push(Tile::new("wrong endings", format!("{} of {}", endings.wrong, endings.count), more));
    }
    let faults = format!("{} of {}", score.costs.faults, score.costs.decisions);
    tiles.push(Tile::new("faults", faults, "decisions without a legal action"));
    if score.costs.refusals > 0 {
        let refusals = format!("{} of {}", score.costs.refusals, score.costs.decisions);
        tiles.push(Tile::new("refusals", refusals, "decisions that the endpoint refused"));
    }
    tiles
}

/// A loss in standard deviations per hand, pooled as the headline is: the mean over the games of the suite with enough
/// positions.
fn lost(score: &Score, loss: fn(&Positions) -> Estimate) -> Option<f64> {
    let scaled = |game: &GameScore| {
        let positions = game.positions.as_ref().filter(|positions| positions.count >= LEAST)?;
        Some(loss(positions).mean / game.deviation)
    };
    let games = score.games.iter().filter(|game| game.changes.is_none());
    let known: Vec<f64> = games.filter_map(scaled).collect();
    (!known.is_empty()).then(|| known.iter().sum::<f64>() / known.len() as f64)
}

fn games(score: &Score) -> Section {
    let heads = ["game".to_owned()]
        .into_iter()
        .chain(OPPONENTS.map(|name| format!("against {name}")));
    let mut table = Table::new(
        heads.chain(["above formula", "lost per hand", "formula lost", "standard deviation"].map(str::to_owned)),
    );
    let mut blocks = Vec::new();
    for game in &score.games {
        let mut row = vec![Cell::from(game.rules.as_str())];
        row.extend(game.against.iter().map(|margin| shaded(margin.as_ref())));
        row.push(shaded(game.positions.as_ref().map(|positions| &positions.above)));
        let lost = |figure: fn(&Positions) -> Estimate| {
            game.positions
                .as_ref()
                .map_or(Cell::from("·"), |positions| plain_cell(&figure(positions)))
        };
        row.extend([lost(|positions| positions.lost), lost(|positions| positions.formula_lost)]);
        row.push(Cell::from(format!("{:.2}", game.deviation)));
        table.push(row);
        blocks.extend(
            game.changes
                .as_ref()
                .map(|changes| Block::Words(format!("{}: {}", game.rules, changes.join("; ")))),
        );
        blocks.extend(game.skipped.as_ref().map(|why| Block::Words(format!("{}: {why}", game.rules))));
    }
    let picture = picture::games(score).map(Block::Picture);
    let blocks = picture.into_iter().chain([Block::Table(table)]).chain(blocks).collect();
    Section::new("Games", GAMES, blocks)
}

/// The decisions at positions that cost most.
fn dearest(score: &Score) -> Section {
    let mut items: Vec<&Item> = score.items.iter().filter(|item| !item.is_ending() && item.lost > 0.0).collect();
    let cost = |item: &Item| item.weight * item.lost;
    items.sort_by(|one, other| cost(other).total_cmp(&cost(one)));
    let heads = ["decision", "hand", "table", "played", "best", "points lost", "formula lost", "counts"];
    let mut table = Table::new(heads).words(&["hand", "table", "played", "best"]);
    for item in items.iter().take(DEAREST) {
        let lost = format!("{:.2} ±{:.2}", item.lost, NORMAL_95 * item.error);
        let played = match item.fault {
            Some(_) => format!("{} (fault)", item.action),
            None => item.action.clone(),
        };
        let formula = format!("{:.2}", item.lost + item.above);
        let weight = format!("{:.1}", item.weight);
        let row = [&item.id, &item.hand, &item.table, &played, &item.best, &lost, &formula, &weight];
        table.push(row.map(String::as_str));
    }
    let blocks = if items.is_empty() {
        Vec::new()
    } else {
        vec![Block::Table(table)]
    };
    Section::new("The dearest decisions", DECISIONS, blocks)
}

fn shaded(margin: Option<&Estimate>) -> Cell {
    let Some(margin) = margin else {
        return Cell::from("·");
    };
    Cell::from(signed(margin.mean, 2))
        .with(figures::plus_minus(margin.interval, 2))
        .shaded(Shade::of_interval(margin.interval))
}

fn plain_cell(margin: &Estimate) -> Cell {
    Cell::from(format!("{:.3}", margin.mean)).with(figures::plus_minus(margin.interval, 3))
}

fn small(score: &Score) -> Section {
    let mut table =
        Table::new(["measure", "this agent", "formula or limit"]).words(&["this agent", "formula or limit"]);
    for one in &score.exploitability {
        let figure = one
            .points
            .map_or_else(|| one.skipped.clone().unwrap_or_default(), |points| format!("{points:.3}"));
        let name = format!("exploitability in {}, points per hand", one.rules);
        table.push([name.as_str(), figure.as_str(), "0 is perfect"]);
    }
    if let Some(endings) = &score.endings {
        let lost = |margin: &Estimate| figures::estimate(margin, 3);
        let name = format!("points lost per ending, {} endings", endings.count);
        table.push([name, lost(&endings.lost), lost(&endings.formula_lost)]);
    }
    if let Some(beliefs) = &score.beliefs {
        let name = format!("log loss of beliefs about hidden cards, {} positions", beliefs.positions);
        table.push([name, format!("{:.3}", beliefs.log_loss), format!("search {:.3}", beliefs.reviewer_log_loss)]);
    }
    Section::new("Against exact play", "", vec![Block::Table(table)])
}

fn costs(score: &Score) -> Section {
    let mut table = Table::new(["measure", "figure"]);
    let costs = &score.costs;
    let mut row = |name: &str, figure: String| table.push([Cell::from(name), Cell::from(figure)]);
    row("decisions", figures::thousands(costs.decisions));
    row("faults", figures::thousands(costs.faults));
    row("refusals", figures::thousands(costs.refusals));
    row("milliseconds per decision", figures::milliseconds(costs.millis_per_decision));
    if !costs.usage.is_empty() {
        for (name, count) in costs.usage.counts() {
            row(name, figures::thousands(count));
        }
        row("cost", format!("{:.4}", score.cost));
    }
    Section::new("Costs", COSTS, vec![Block::Table(table)])
}

fn check(score: &Score) -> Section {
    let text = format!(
        "commitment {}\nsecret     {}\nanswers    {}\nspariglio score --verify DIR",
        score.commitment.sha256,
        score.sealed.secret.digits(),
        score.answers_sha256
    );
    let mut blocks = vec![Block::Typed(text)];
    if !score.is_replayed() {
        let words = format!(
            "Of this agent, {OWN_WORD}: another player may have made them, and it may have known the deals. The exploitability is its owner's \
             word too."
        );
        blocks.push(Block::Words(words));
    }
    Section::new("Check", CHECK, blocks)
}

/// A rating; the one that all others are measured by has no error.
fn rated(rating: &Estimate) -> String {
    match rating.standard_error > 0.0 {
        true => figures::estimate(rating, 0),
        false => "0".to_owned(),
    }
}

/// One row per score.
fn rows(scores: &[Score], ratings: &[Estimate]) -> Table {
    let mut table = Table::new([
        "agent",
        "headline",
        "by",
        "games",
        "rating in Elo",
        "lost per hand",
        "endings",
        "exploitability",
        "faults",
        "refusals",
        "ms per decision",
        "challenged",
        "check",
    ])
    .words(&["by", "challenged", "check"]);
    for (score, rating) in scores.iter().zip(ratings) {
        let known: Vec<f64> = score.exploitability.iter().filter_map(|one| one.points).collect();
        let known = (!known.is_empty()).then(|| known.iter().sum::<f64>() / known.len() as f64);
        let figure = |figure: Option<f64>| figure.map_or("·".to_owned(), |figure| format!("{figure:.3}"));
        table.push([
            score.name.clone(),
            score.headline.as_ref().map_or("·".to_owned(), headline),
            match score.headline.as_ref().map(|headline| headline.method) {
                Some(Method::Hands) => "hands".to_owned(),
                Some(Method::Positions) => "positions".to_owned(),
                None => "too few".to_owned(),
            },
            score
                .headline
                .as_ref()
                .map_or("·".to_owned(), |Headline { games: [played, of], .. }| format!("{played} of {of}")),
            rated(rating),
            figure(lost(score, |one| one.lost)),
            figure(
                score
                    .endings
                    .as_ref()
                    .filter(|endings| endings.count >= LEAST)
                    .map(|endings| endings.lost.mean),
            ),
            figure(known),
            figures::thousands(score.costs.faults),
            figures::thousands(score.costs.refusals),
            figures::milliseconds(score.costs.millis_per_decision),
            if score.sealed.challenge.is_empty() { "no" } else { "yes" }.to_owned(),
            match score.is_replayed() {
                true => "not verified".to_owned(),
                false => format!("not verified; {OWN_WORD}"),
            },
        ]);
    }
    table
}
