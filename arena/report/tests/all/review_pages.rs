//! Pages of reviews: one language throughout, the story and the worst decision first, plays as drawn cards.

use std::sync::Arc;

use spariglio_agents::{AgentSpec, Hand};
use spariglio_engine::record::HandRecord;
use spariglio_engine::{Action, Deal, Game};
use spariglio_report::{self as report, Language, review};
use spariglio_review::{HandReview, ReviewConfig, Reviewer};

const CONFIG: ReviewConfig = ReviewConfig {
    simulations: 400,
    replicates: 8,
    marks: spariglio_review::Marks([0.1, 0.3, 1.0]),
    seed: 1,
    threads: 1,
    partners_open: false,
};

/// A hand of random play, which makes mistakes.
fn record(game: &Arc<Game>) -> HandRecord {
    let deal = Deal::random(game, 0, &mut rand_pcg::Pcg64Mcg::new(5));
    let mut agent = AgentSpec::parse("random").expect("a spec").build(game).expect("an agent");
    agent.start_hand(1);
    let mut hand = Hand::new(game, &deal, false);
    let mut turns: Vec<(usize, Action)> = Vec::new();
    while !hand.is_over() {
        let action = agent.act(&hand.view());
        turns.push((hand.seat(), action));
        hand.act(action).expect("a legal action");
    }
    HandRecord::played(Arc::clone(game), deal, turns, Some(&hand.score()))
}

fn reviewed(preset: &str, hands: usize) -> Vec<HandReview> {
    let game = Arc::new(Game::preset(preset).expect("a preset"));
    let reviewer = Reviewer::new(Some(AgentSpec::parse("ismcts").expect("a spec")), CONFIG).expect("a reviewer");
    let record = record(&game);
    (1..=hands)
        .map(|line| reviewer.hand(&record, line, || {}).expect("a sound record"))
        .collect()
}

fn page(hands: &[HandReview], language: Language) -> String {
    review::html(&review::Review {
        name: "hands".to_owned(),
        reviewer: "ismcts".to_owned(),
        config: &CONFIG,
        of: hands.len(),
        hands,
        worst: 10,
        cards: report::cards::Style::default(),
        language,
    })
}

/// What a reader sees: no tags, no style, no script; tooltips too.
fn seen(page: &str) -> String {
    let body = &page[page.find("<main>").expect("a main part")..page.rfind("<script>").expect("a script")];
    body.split('<')
        .map(|part| part.split_once('>').map_or(part, |(_, text)| text))
        .collect::<Vec<_>>()
        .join("\n")
}

fn place(page: &str, words: &str) -> usize {
    page.find(words).unwrap_or_else(|| panic!("{words} is missing"))
}

#[test]
fn each_page_speaks_one_language_with_its_numbers_and_the_words_of_serve() {
    let hands = reviewed("scopone", 1);
    let [english, italian] = Language::ALL.map(|language| seen(&page(&hands, language)));
    let both = [
        ("Review hands", "Analisi hands"),
        ("South–North", "Sud–Nord"),
        ("dealer: South", "mazziere: Sud"),
        ("East, turn 1", "Est, turno 1"),
        ("By decisions", "Dalle decisioni"),
        ("blunder", "errore grave"),
        ("biggest loss first", "perdita maggiore prima"),
        ("Next mistake", "Errore successivo"),
        ("What was lost", "Che cosa si è perso"),
        ("Beliefs against the truth", "Stime e verità"),
        ("Hand of East", "Mano di Est"),
        ("king of", "re di"),
        ("settebello", "settebello"),
    ];
    for (one, other) in both {
        assert!(english.contains(one) && italian.contains(other), "{one}, {other}");
        assert!(one == other || !english.contains(other) && !italian.contains(one), "{one}, {other}");
    }
    let has = |text: &str, sign: u8| {
        text.as_bytes()
            .windows(3)
            .any(|three| three[0].is_ascii_digit() && three[1] == sign && three[2].is_ascii_digit())
    };
    assert!(!has(&italian, b'.') && has(&italian, b',') && has(&english, b'.'));
    for text in [english, italian] {
        assert!(!text.contains(" x ") && !text.contains("single cards") && !text.contains("carte singole"));
    }
}

#[test]
fn the_story_comes_first_then_the_worst_decision_open_then_tables() {
    let hands = reviewed("scopone", 1);
    let page = page(&hands, Language::English);
    let order = ["What made the margin", "<form class=\"filter\"", "<details class=\"decision\"", "What was lost"];
    let places = order.map(|words| place(&page, &words.replace("What", "<h2>What")));
    assert!(places.is_sorted(), "{places:?}");
    assert_eq!(
        page.matches("<details class=\"decision\"").count(),
        page.matches("<summary><span class=\"mark\">").count()
    );
    let turns: Vec<usize> = page
        .split("data-turn=\"")
        .skip(1)
        .map(|part| part.split('"').next().and_then(|turn| turn.parse().ok()).expect("a turn"))
        .collect();
    let loss = |turn: &usize| hands[0].decisions[*turn].loss.mean;
    assert!(turns.len() > 20 && turns.is_sorted_by(|first, second| loss(first) >= loss(second)), "{turns:?}");
    let open: Vec<_> = page.match_indices(" open>").collect();
    assert_eq!(open.len(), 1);
    let first = place(&page, "<details class=\"decision\"");
    assert!(open[0].0 < first + 120, "the worst decision is open");
    assert!(place(&page, "class=\"labelled") > first && page.contains("class=\"mini\""));
}

#[test]
fn several_hands_have_one_list_and_are_told_apart() {
    let hands = reviewed("mini_scopone", 2);
    let page = page(&hands, Language::English);
    assert!(page.contains("What made the margins") && page.contains(", hand 2, turn 1<"));
    let many = reviewed("mini_scopone", 13);
    let page = self::page(&many, Language::Italian);
    assert!(!page.contains("Che cosa ha fatto gli scarti"));
    assert!(page.matches("<details class=\"decision\"").count() <= 10);
}
