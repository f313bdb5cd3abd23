//! Answers: every legal action is read back from every way to write it, and nothing is guessed.

use rand_pcg::Pcg64Mcg;
use spariglio_engine::{Action, ActionKind, Card, CardSet, Deal, Game, RuleSet, State, Suit, View};
use spariglio_text::{Language, Reading, Spelling, Wording};

/// Calls `look` with every position of some random hands of a game.
fn positions(name: &str, hands: u64, mut look: impl FnMut(&View<'_>)) {
    let game = Game::preset(name).expect("a preset");
    for seed in 0..hands {
        let mut rng = Pcg64Mcg::new(seed.into());
        let deal = Deal::random(&game, seed as usize % game.players(), &mut rng);
        let (mut state, mut history) = (State::new(&game, &deal), Vec::new());
        while !state.is_over() {
            look(&View::new(&game, &deal, &state, state.seat(), false).with_history(&history));
            let action = state.random_action(&game, &mut rng);
            history.push(action);
            state.apply(&game, &deal, action);
        }
    }
}

fn legal(view: &View<'_>) -> Vec<Action> {
    let mut actions = Vec::new();
    view.legal_actions(&mut actions);
    actions
}

fn wordings(game: &Game) -> Vec<Wording<'_>> {
    let mut all = Vec::new();
    for language in Language::ALL {
        all.extend(Spelling::ALL.map(|spelling| Wording::new(game, language, spelling)));
        all.push(Wording::new(game, language, Spelling::Letters).disguised(Some(5)));
    }
    all
}

#[test]
fn every_legal_action_is_read_from_its_text_and_from_a_marked_line() {
    for name in RuleSet::preset_names() {
        positions(name, 3, |view| {
            for wording in wordings(view.game()) {
                for action in legal(view) {
                    let text = wording.action(action);
                    let forms = [
                        text.clone(),
                        format!("**{text}**"),
                        text.to_lowercase(),
                        format!("I thought of 2d and 3c x 3d, but no.\n\nAction: {text}"),
                        format!("Non gioco altro.\n**Azione:** `{text}`."),
                        format!("```json\n{{\"reason\": \"not 2d\", \"action\": \"{text}\"}}\n```"),
                    ];
                    for form in forms {
                        assert_eq!(wording.read(view, &form), Reading::Action(action), "{name}: {form}");
                    }
                }
            }
        });
    }
}

/// The name of a card in words of a language.
fn named(game: &Game, language: Language, card: Card) -> String {
    Wording::new(game, language, Spelling::Names).card(card)
}

fn list(cards: CardSet, and: &str, name: impl Fn(Card) -> String) -> String {
    cards.iter().map(name).collect::<Vec<_>>().join(and)
}

/// An action as people say it, in both languages.
fn sentences(game: &Game, action: Action) -> Vec<String> {
    let english = |card| named(game, Language::English, card);
    let italian = |card| named(game, Language::Italian, card);
    match action.kind() {
        ActionKind::Play { card, captured } if captured.is_empty() => {
            vec![format!("I will lay the {} on the table.", english(card)), format!("Scarto il {}.", italian(card))]
        }
        ActionKind::Play { card, captured } => vec![
            format!("I play the {} and take the {}!", english(card), list(captured, " and the ", english)),
            format!("I capture {} with the {}.", list(captured, ", ", english), english(card)),
            format!("Gioco il {} e prendo il {}.", italian(card), list(captured, " e il ", italian)),
            format!("Il {} prende {}", italian(card), list(captured, ", ", italian)),
        ],
        ActionKind::Declare { cards, matta: 0 } => vec![
            format!("I declare the {}.", list(cards, ", the ", english)),
            format!("Accuso {}", list(cards, " e ", italian)),
        ],
        ActionKind::Declare { .. } => Vec::new(),
        ActionKind::Pass => vec!["I pass.".to_owned(), "Passo!".to_owned(), "I declare nothing.".to_owned()],
    }
}

#[test]
fn every_legal_action_is_read_from_a_sentence() {
    for name in RuleSet::preset_names() {
        positions(name, 2, |view| {
            let undisguised = wordings(view.game()).into_iter().filter(|wording| !wording.is_disguised());
            for wording in undisguised {
                for action in legal(view) {
                    for sentence in sentences(view.game(), action) {
                        assert_eq!(wording.read(view, &sentence), Reading::Action(action), "{name}: {sentence}");
                    }
                }
            }
        });
    }
}

/// Table 3d 4c 7s, hand 7d 2c As of a hand of Scopa.
fn example(look: impl Fn(&dyn Fn(&str) -> Reading)) {
    example_in(Spelling::Letters, look);
}

fn example_in(spelling: Spelling, look: impl Fn(&dyn Fn(&str) -> Reading)) {
    let game = Game::preset("scopa").expect("a preset");
    let order = "7d 2c As Kd Kc Ks 3d 4c 7s 5b";
    let first: Vec<Card> = order
        .split(' ')
        .map(|text| game.deck().parse_card(text).expect("a card"))
        .collect();
    let dealt: Vec<Card> = [0, 3, 1, 4, 2, 5, 6, 7, 8, 9].map(|place| first[place]).to_vec();
    let rest = game.pack().iter().filter(|card| !dealt.contains(card));
    let cards: Vec<Card> = dealt.iter().copied().chain(rest).collect();
    let deal = Deal::new(&game, 1, &cards).expect("a deal");
    let state = State::new(&game, &deal);
    let view = View::new(&game, &deal, &state, 0, false);
    assert_eq!(view.hand_cards().text(game.deck()), "As 2c 7d");
    let wording = Wording::new(&game, Language::English, spelling);
    look(&|answer| wording.read(&view, answer));
}

fn question(reading: Reading) -> String {
    match reading {
        Reading::Illegal(text) | Reading::Unclear(text) => text,
        Reading::Action(action) => panic!("read as {action:?}"),
    }
}

#[test]
fn an_answer_is_never_guessed() {
    example(|read| {
        let cases = [
            ("", "found no action"),
            ("I am not sure.", "found no action"),
            ("7d x 3d 4c", "`7d x 3d 4c`, which is not legal: the rules do not allow it"),
            ("Action: 7d x 3d 5c", "5c is not on the table"),
            ("Action: 7d x 3d 5c\nI could also play 2c.", "several actions"),
            ("7d x 7s loses.\n\n2c", "several actions"),
            ("My first idea was 7d x 7s. My decision: 2c.", "several actions"),
            ("Action: 7d x 7s / 2c", "several actions"),
            ("Action: 7d x 7s\nWait, better: 2c", "several actions"),
            ("If I play 2c, the opponent takes it.", "\"not\""),
            ("Should I lay 2c? No.", "\"not\""),
            ("2c?", "\"not\""),
            ("2c: no", "\"not\""),
            ("2c is bad.", "\"not\""),
            ("Rejected: 2c", "\"not\""),
            ("I keep 2c.", "\"not\""),
            ("Seat 1 will lay 2c.", "\"not\""),
            ("<think>Action: 7d x 7s</think>", "found no action"),
            ("<think>Action: 7d x 7s", "found no action"),
            ("7d x 7s\nAction:", "found no action"),
            ("{\"action\": [\"2c\", \"7d x 7s\"]}", "found no action"),
            ("{\"avoid\": \"2c\"}", "found no action"),
            ("{\"action\": \"2c\"}\nAction: 7d x 7s", "several actions: `2c`, `7d x 7s`"),
            ("{\"action\": \"2c\"} no wait {\"action\": \"As\"}", "several actions: `2c`, `As`"),
            ("act(action=\"2c\") or act(action=\"As\")", "several actions"),
            ("the ace takes all", "`As x all`, which is not legal"),
            ("{\"action\": \"Kd\"} or rather 2c", "you do not hold Kd"),
            ("I play the 2c or the As.", "\"or\""),
            ("I would not play 2c.", "\"not\""),
            ("7d x 7s. As would be worse, 2c x 3d too.", "several actions"),
            ("declare 7d 2c As", "which is not legal"),
            ("pass", "which is not legal"),
        ];
        for (answer, words) in cases {
            let text = question(read(answer));
            assert!(text.contains(words), "{answer}: {text}");
            assert!(text.ends_with("one line: `Action: ` and the action."), "{text}");
        }
    });
}

#[test]
fn answers_of_many_forms_are_understood() {
    example(|read| {
        let cases = [
            ("7d", "7d x 7s"),
            ("as", "As"),
            ("I play the seven of coins", "7d x 7s"),
            ("settebello", "7d x 7s"),
            ("Let me think. As the 2c is low, I lay the 2c.", "2c"),
            ("I'll take the seven of swords with the seven of diamonds.", "7d x 7s"),
            ("7♦ x 7♠", "7d x 7s"),
            ("7♦️ takes 7♠", "7d x 7s"),
            ("Action: 7d x 7s\nNo, better:\nAction: 2c", "2c"),
            ("My move: *play 2c*", "2c"),
            ("I thought of 7d x 7s. But 2c is safer. **Action:** 2c", "2c"),
            ("The action: 7d is tempting!", "7d x 7s"),
            ("{\"card\": \"7d\", \"captures\": [\"7s\"]}", "7d x 7s"),
            ("{\"thoughts\": \"...\", \"move\": {\"card\": \"2c\", \"take\": []}}", "2c"),
            ("{\"action\": \"2c\", \"other\": {\"action\": \"As\"}}", "2c"),
            ("Gioco il sette di denari e prendo il sette di spade", "7d x 7s"),
            ("2 di coppe", "2c"),
            ("7d x 7s</think>2c", "2c"),
            ("<answer>2c</answer>", "2c"),
            ("7d×7s", "7d x 7s"),
            ("7d -> 7s", "7d x 7s"),
            ("{\"action\": \"lay\", \"card\": \"2c\"}", "2c"),
            ("{\"card\": \"2c\", \"take\": \"none\"}", "2c"),
            ("Action: 2c\n\nIt is low.", "2c"),
            ("7d x all", "-"),
            ("\u{feff}7d\u{200b} x 7s\u{200b}", "7d x 7s"),
            (
                "<tool_call>{\"name\": \"act\", \"arguments\": {\"table\": 1, \"action\": \"2c\"}}</tool_call>",
                "2c",
            ),
            ("{\"name\": \"act\", \"arguments\": \"{\\\"action\\\": \\\"2c\\\"}\"}", "2c"),
            ("I call act(table=1, action='7d x 7s').", "7d x 7s"),
            ("The seven takes all? No. Action: 2c", "2c"),
        ];
        for (answer, action) in cases {
            match read(answer) {
                Reading::Action(read) => assert_eq!(read.text(spariglio_engine::Deck::ITALIAN40), action, "{answer}"),
                Reading::Illegal(text) | Reading::Unclear(text) => assert_eq!(action, "-", "{answer}: {text}"),
            }
        }
    });
}

#[test]
fn invented_names_are_read_apart_and_an_ace_that_takes_all_too() {
    let mut taken = 0;
    positions("cirulla", 6, |view| {
        let wording = Wording::new(view.game(), Language::English, Spelling::Letters).disguised(Some(5));
        for action in legal(view) {
            let text = wording.action(action);
            for form in [text.replace('-', " of "), text.replace('-', "\u{2011}"), text.replace('-', " di ")] {
                assert_eq!(wording.read(view, &format!("Action: {form}")), Reading::Action(action), "{form}");
            }
            let ActionKind::Play { card, captured } = action.kind() else {
                continue;
            };
            let aces = view.hand_cards() & CardSet::rank(1);
            if card.rank() == 1 && captured == view.table() && captured.len() > 1 && aces.len() == 1 {
                let plain = Wording::new(view.game(), Language::English, Spelling::Letters);
                assert_eq!(plain.read(view, "The ace takes all!"), Reading::Action(action));
                assert_eq!(plain.read(view, "L'asso prende tutto."), Reading::Action(action));
                let rank = text.split('-').next().expect("a rank");
                assert_eq!(wording.read(view, &format!("{rank} takes all")), Reading::Action(action));
                taken += 1;
            }
        }
    });
    assert!(taken > 0);
}

#[test]
fn the_letter_c_is_clubs_beside_symbols_and_cups_elsewhere() {
    for spelling in Spelling::ALL {
        example_in(spelling, |read| {
            let cups = if spelling == Spelling::Symbols { "2h" } else { "2c" };
            assert!(matches!(read(cups), Reading::Action(action) if action.card() == Some(Card::of(2, Suit::Cups))));
            assert_eq!(matches!(read("2c"), Reading::Illegal(_)), spelling == Spelling::Symbols);
        });
    }
}
