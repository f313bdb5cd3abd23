//! What made the margin of each side.

use spariglio_review::{HandReview, SideStory};
use spariglio_stats::moments::NORMAL_95;

use super::picture;
use super::terms::Terms;
use crate::page::{Block, Cell, Section, Table};

/// The causes of the margins of all hands, with the losses by turn if there is one hand; `None` if no hand was played to
/// its end.
pub(super) fn section(terms: &Terms, hands: &[HandReview]) -> Option<Section> {
    let mut blocks = vec![Block::Table(table(terms, hands)?)];
    if let [hand] = hands {
        blocks.push(Block::Picture(picture::losses(terms, hand)));
    }
    Some(Section::new(title(terms, hands), terms.t("story.what"), blocks))
}

fn title(terms: &Terms, hands: &[HandReview]) -> String {
    match hands {
        [hand] => terms.fill("story.title", &[("line", &hand.line)]),
        _ => terms.t("static.margins").to_owned(),
    }
}

/// The margin of the first side of the only hand, in one sentence.
pub(super) fn verdict(terms: &Terms, hands: &[HandReview]) -> Option<String> {
    let [hand] = hands else { return None };
    let story = hand.stories.first()?;
    let term = |key, value| format!("{} {}", terms.t(key).to_lowercase(), terms.signed(value, 2));
    let sum = [
        term("story.par", story.par),
        term("story.deal", story.deal),
        term("story.skill", story.skill()),
        term("story.luck", story.luck),
    ];
    let (side, margin) = (terms.side(&hand.game, 0), terms.signed(story.margin, 0));
    Some(terms.fill("static.made", &[("side", &side), ("margin", &margin), ("terms", &sum.join(", "))]))
}

fn table(terms: &Terms, hands: &[HandReview]) -> Option<Table> {
    let signs = ["", "", "= ", "+ ", "− ", "+ ", "+ ", ""];
    let keys = [
        "story.side",
        "story.margin",
        "story.par",
        "story.deal",
        "story.own",
        "story.others",
        "story.luck",
        "story.skill",
    ];
    let heads = signs.iter().zip(keys).map(|(sign, key)| format!("{sign}{}", terms.t(key)));
    let mut table = Table::new(heads);
    for hand in hands {
        for (side, story) in hand.stories.iter().enumerate() {
            let side = terms.side(&hand.game, side);
            let name = match hands {
                [_] => side,
                _ => format!("{} {}, {side}", terms.t("review.hand"), hand.line),
            };
            table.push(row(terms, name, story, hand.game.sides() == 2));
        }
    }
    (!table.rows.is_empty()).then_some(table)
}

fn row(terms: &Terms, name: String, story: &SideStory, has_others: bool) -> [Cell; 8] {
    let around = |value: f64, error: f64| {
        let half = terms.fixed(NORMAL_95 * error, 2);
        Cell::from(terms.signed(value, 2)).with(if error > 0.0 {
            format!("± {half}")
        } else {
            String::new()
        })
    };
    let signed = |value| Cell::from(terms.signed(value, 2));
    let [own, others] = story.errors;
    [
        Cell::from(name),
        Cell::from(terms.signed(story.margin, 0)),
        signed(story.par),
        signed(story.deal),
        around(story.own, own),
        if has_others {
            around(story.others, others)
        } else {
            Cell::from("·")
        },
        signed(story.luck),
        signed(story.skill()),
    ]
}
