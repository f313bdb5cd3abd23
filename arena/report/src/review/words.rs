//! The texts of the page in both languages, side by side: the single source of a review's texts.
//!
//! A name in braces is a placeholder for a value; [`fill`] replaces it.

use std::fmt::Display;

use spariglio_agents::search::part_name;
use spariglio_engine::{Game, SETTEBELLO, Suit};

use spariglio_text::Language;

/// Defines [`Words`] with a field for each entry, and its two values.
macro_rules! words {
    ($($name:ident: $english:literal, $italian:literal;)*) => {
        /// The texts of the page in one language.
        #[derive(Debug)]
        pub(super) struct Words { $(pub $name: &'static str,)* }

        static ENGLISH: Words = Words { $($name: $english,)* };
        static ITALIAN: Words = Words { $($name: $italian,)* };

        /// Name, English and Italian of every entry.
        #[cfg(test)]
        const ENTRIES: &[[&str; 3]] = &[$([stringify!($name), $english, $italian],)*];
    };
}

words! {
    review: "Review", "Revisione";
    rules: "rules {rules}", "regole {rules}";
    reviewer: "reviewer {agent}", "revisore {agent}";
    budget: "{simulations} simulations per decision in {searches} searches", "{simulations} simulazioni per decisione in {searches} ricerche";
    thresholds: "?! from {first}, ? from {second}, ?? from {third} points", "?! da {first}, ? da {second}, ?? da {third} punti";
    seed: "seed {seed}", "seme casuale {seed}";
    stopped: "Stopped after {done} of {of} hands.", "Interrotta dopo {done} smazzate su {of}.";
    hands: "hands", "smazzate";
    decisions: "decisions", "decisioni";
    with_choice: "with more than one legal action", "con più di una giocata lecita";
    lost_a_decision: "lost per decision", "persi per decisione";
    marked: "marked", "segnate";
    points_between: "points, {low} to {high}", "punti, da {low} a {high}";
    points_alone: "points; too few hands for an interval", "punti; troppo poche smazzate per un intervallo";

    margin_title: "What made the margin", "Da dove viene il margine";
    margin_note: "margin = par + deal − own losses + others' losses + luck. Par is the side's expectation before the deal (1,000 hands of formula), deal the gain that its first view promised beyond that, luck the rest: the cards that were dealt and those that others held. The part by decisions is the others' losses minus the own ones.",
        "margine = attesa + mano − perdite proprie + perdite altrui + fortuna. L'attesa è ciò che la squadra può aspettarsi prima di dare le carte (1 000 smazzate di formula), la mano ciò che le prime carte promettevano in più, la fortuna il resto: le carte uscite e quelle degli altri. Il merito delle decisioni sono le perdite altrui meno le proprie.";
    side: "side", "squadra";
    margin: "margin", "margine";
    par: "par", "attesa";
    deal: "deal", "mano";
    own_losses: "own losses", "perdite proprie";
    others_losses: "others' losses", "perdite altrui";
    luck: "luck", "fortuna";
    by_decisions: "by decisions", "merito";

    lost_title: "What was lost", "Che cosa si è perso";
    lost_note: "The mean loss of the decisions with more than one legal action, in points. Hands are the clusters of its interval.",
        "La perdita media, in punti, delle decisioni con più di una giocata lecita. Le smazzate sono i gruppi del suo intervallo.";
    seat: "seat", "posto";
    agent: "agent", "giocatore";
    kinds_table: "The same as a table", "Lo stesso in una tabella";
    skill_a_hand: "by decisions, per hand", "merito, per smazzata";
    luck_a_hand: "deal and luck, per hand", "mano e fortuna, per smazzata";
    part_of_hand: "part of the hand", "parte della smazzata";
    first_quarter: "first quarter", "primo quarto";
    second_quarter: "second quarter", "secondo quarto";
    third_quarter: "third quarter", "terzo quarto";
    last_quarter: "last quarter", "ultimo quarto";
    seat_name: "seat {seat}", "posto {seat}";
    kinds_note: "Points lost per decision by kind: the points that the best action would have kept. Left of zero: won by kind, lost elsewhere. Lines: 95 % intervals, hands as clusters.",
        "Punti persi per decisione, tipo per tipo: quelli che la giocata migliore avrebbe salvato. A sinistra dello zero: guadagnati in quel tipo, persi altrove. Linee: intervalli al 95 %, le smazzate come gruppi.";
    points_a_decision: "points per decision", "punti per decisione";

    biggest_title: "Biggest losses", "Le perdite più grandi";
    biggest_note: "The largest first. Why: the loss by kind of points; position is the value of hand cards, of the turn and of the position, beyond the cards in the piles.",
        "Prima la più grande. Perché: la perdita per tipo di punti; posizione è ciò che le carte in mano, il turno e il giudice delle posizioni promettono oltre alle carte prese.";
    hand: "hand", "smazzata";
    turn: "turn", "turno";
    loss: "loss", "perdita";
    mark: "mark", "segno";
    played: "played", "giocata";
    best: "best", "migliore";
    why: "why", "perché";

    hand_title: "Hand {line}", "Smazzata {line}";
    hand_note: "{rules}, dealt by seat {dealer}. Decisions with one legal action are left out.",
        "{rules}, mazziere il posto {dealer}. Le decisioni con una sola giocata lecita mancano.";
    worst_title: "The decisions with the largest losses", "Le decisioni con le perdite più grandi";
    worst_note: "Each as the seat saw it. The rows of all decisions are in the JSON Lines (--json).",
        "Ognuna come la vedeva il posto. Le righe di tutte le decisioni sono nelle JSON Lines (--json).";
    turn_of_hand: "Hand {line}, turn {turn}, seat {seat}", "Smazzata {line}, turno {turn}, posto {seat}";
    turn_alone: "Turn {turn}, seat {seat}", "Turno {turn}, posto {seat}";
    played_best: "{who}: {played}, the best", "{who}: {played}, la migliore";
    played_even: "{who}: {played}, no measurable loss; {best} looked best", "{who}: {played}, nessuna perdita misurabile; {best} pareva la migliore";
    played_lost: "{who}: {played}, lost {lost}; best {best}", "{who}: {played}, persi {lost}; migliore {best}";
    hand_cards: "hand", "in mano";
    table_cards: "table", "in tavola";
    empty: "empty", "vuota";
    by_kind: "Lost by kind: {kinds}.", "Persi per tipo: {kinds}.";
    exact: "Exact: the seat could place every card.", "Esatto: il posto poteva sapere dov'era ogni carta.";
    simulations: "{simulations} simulations.", "{simulations} simulazioni.";
    open_loss: "With all cards open it lost {points} (hindsight, not counted).", "A carte scoperte ha perso {points} (senno di poi, non conta).";
    action: "action", "giocata";
    value: "value", "valore";
    behind: "behind the best", "dalla migliore";
    kinds: "by kind", "per tipo";
    dropped: "dropped half-way", "scartata a metà";
    was_played: "played {mark}", "giocata {mark}";
    said: "The player's words", "Le parole del giocatore";
    who_holds: "Who holds what ({worlds} worlds, log loss {loss})", "Chi ha che cosa ({worlds} mondi, perdita logaritmica {loss})";
    card: "card", "carta";
    stock: "stock", "mazzo";
    here: "here", "qui";

    losses_title: "Points lost by turn", "Punti persi turno per turno";
    losses_note: "A bar for each decision with a choice, its line the 95 % interval. Orange: marked. Pale: too small to say.",
        "Una barra per ogni decisione con una scelta, la linea è l'intervallo al 95 %. Arancione: segnata. Pallida: troppo piccola per dirlo.";
    points_lost: "points lost", "punti persi";
    bar: "turn {turn}, seat {seat}: {played}, lost {lost}", "turno {turn}, posto {seat}: {played}, persi {lost}";

    beliefs_title: "Beliefs", "Congetture";
    calibration_title: "Who holds what: beliefs against the truth", "Chi ha che cosa: le congetture e la verità";
    calibration_note: "Each dot: the cards that beliefs put in a place with about this chance, and how often they were there. On the line beliefs are right; large dots are many cells; lines are 95 % intervals, hands as clusters; a flat row means that the players play differently than the reviewer expects.",
        "Ogni punto: le carte che le congetture mettevano in un posto con circa questa probabilità, e quante volte c'erano. Sulla linea le congetture sono giuste; punti grandi sono molte caselle; le linee sono intervalli al 95 %, le smazzate come gruppi; una fila piatta dice che i giocatori non giocano come pensa il revisore.";
    chance: "chance", "probabilità";
    held: "held", "vero";
    cells: "{cells} cells: {chance} % thought, {held} % held", "{cells} caselle: {chance} % previsto, {held} % vero";

    filter: "Decisions", "Decisioni";
    only_marked: "marked only", "solo segnate";
    all_seats: "all seats", "tutti i posti";
    previous: "previous mark", "segno precedente";
    next: "next mark", "segno successivo";

    doctrine: "Doctrine: {heading}.", "Dottrina: {heading}.";
    heading_spariglio: "spariglio", "spariglio";
    heading_mulinello: "mulinello (who takes and who lays)", "mulinello (chi prende e chi cala)";
    heading_sevens: "play of the sevens", "gioco dei sette";
    heading_anchor: "the partner's anchor", "la carta lasciata dal compagno";
    heading_rival: "the rival's anchor", "la carta lasciata dall'avversario";
    heading_leads: "what to lay", "che cosa calare";

    part_cards: "cards", "carte";
    part_suit: "suit", "seme";
    part_coins: "coins", "denari";
    part_prime: "prime", "primiera";
    part_single: "single cards", "carte singole";
    part_settebello: "settebello", "settebello";
    part_sweeps: "sweeps", "scope";
    part_low_meld: "low meld", "piccola";
    part_high_meld: "high meld", "grande";
    part_declarations: "declarations", "accusi";
    part_dealer_bonus: "dealer's bonus", "premio del mazziere";
    part_shutout: "shutout", "cappotto";
    part_position: "position", "posizione";

    foot: "A value is the margin in points that the side of the seat to act may expect at the end of the hand, over the worlds that agree with the seat's knowledge, if all seats then play as the reviewer searches. A loss is the value of the best action minus that of the one played; the best is chosen on one half of the searches and valued on the other, so that equal actions lose nothing on average: losses err on the low side. ± is half the 95 % interval of a measurement; the lines in the pictures reach up to the action that could be furthest above the one played. Kinds of points are named if they are larger than twice their standard error. The reviewer can be wrong, and it does not know how well the players knew each other: a mark says that its search disagrees, not who is to blame. Points lost with open cards are hindsight and do not count.",
        "Un valore è il margine in punti che la squadra di chi deve giocare può aspettarsi alla fine della smazzata, sui mondi compatibili con ciò che quel posto poteva sapere, se poi tutti giocano come cerca il revisore. Una perdita è il valore della giocata migliore meno quello della giocata fatta; la migliore è scelta su metà delle ricerche e valutata sull'altra metà, così che giocate equivalenti in media non perdono nulla: le perdite sono semmai stimate per difetto. ± è mezzo intervallo al 95 % di ciò che è stato misurato; le linee nelle figure arrivano fino alla giocata che potrebbe stare più in alto di quella fatta. I tipi di punti sono nominati dove superano il doppio del loro errore standard. Il revisore può sbagliare, e non sa che cosa i giocatori sapessero l'uno dell'altro: un segno dice che la sua ricerca non è d'accordo, non di chi è la colpa. I punti persi a carte scoperte sono senno di poi e non contano da nessuna parte.";
}

/// The texts of one page: its language, and the names of the kinds of points in its games.
#[derive(Copy, Clone, Debug)]
pub(super) struct Terms {
    pub language: Language,
    /// Whether the scoring suit is coins in all games.
    has_coins: bool,
    /// Whether the settebello is the only single card that scores, in all games.
    has_settebello: bool,
}

impl Terms {
    /// The words for a page about some games.
    pub(super) fn new<'g>(language: Language, games: impl Iterator<Item = &'g Game> + Clone) -> Terms {
        let score = |game: &'g Game| &game.rules().score;
        Terms {
            language,
            has_coins: games.clone().all(|game| score(game).suit == Suit::Coins),
            has_settebello: games.clone().all(|game| score(game).single.keys().eq([&SETTEBELLO])),
        }
    }

    /// The name of a part of a margin.
    pub(super) fn part(&self, part: usize) -> &'static str {
        match part_name(part) {
            "cards" => self.part_cards,
            "suit" if self.has_coins => self.part_coins,
            "suit" => self.part_suit,
            "prime" => self.part_prime,
            "single" if self.has_settebello => self.part_settebello,
            "single" => self.part_single,
            "sweeps" => self.part_sweeps,
            "low_meld" => self.part_low_meld,
            "high_meld" => self.part_high_meld,
            "declarations" => self.part_declarations,
            "dealer_bonus" => self.part_dealer_bonus,
            "shutout" => self.part_shutout,
            "position" => self.part_position,
            name => name,
        }
    }

    /// The title of a heading of the doctrine.
    pub(super) fn heading(&self, heading: &'static str) -> &'static str {
        match heading {
            "spariglio" => self.heading_spariglio,
            "mulinello" => self.heading_mulinello,
            "sevens" => self.heading_sevens,
            "anchor" => self.heading_anchor,
            "rival" => self.heading_rival,
            "leads" => self.heading_leads,
            other => other,
        }
    }

    /// An action with the letters of the page's cards: as in records; with F, C and R if the page is in Italian.
    pub(super) fn action(&self, text: &str) -> String {
        let word = |word: &str| match (self.language, word) {
            (Language::English, _) | (_, "x") => word.to_owned(),
            (_, "declare") => "accusa".to_owned(),
            (_, "pass") => "passa".to_owned(),
            _ => word.replace('J', "F").replace('Q', "C").replace('K', "R"),
        };
        text.split(' ').map(word).collect::<Vec<_>>().join(" ")
    }

    /// A whole number in groups of three digits.
    pub(super) fn thousands(&self, number: u64) -> String {
        let text = crate::figures::thousands(number);
        match self.language {
            Language::English => text,
            Language::Italian => text.replace(',', " "),
        }
    }
}

impl std::ops::Deref for Terms {
    type Target = Words;

    fn deref(&self) -> &Words {
        match self.language {
            Language::English => &ENGLISH,
            Language::Italian => &ITALIAN,
        }
    }
}

/// Replaces the names in braces by their values.
pub(super) fn fill(text: &str, values: &[(&str, &dyn Display)]) -> String {
    values
        .iter()
        .fold(text.to_owned(), |text, (name, value)| text.replace(&format!("{{{name}}}"), &value.to_string()))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use spariglio_agents::search::{PARTS, part_name};
    use spariglio_engine::Game;

    use super::{ENTRIES, Terms, fill};
    use spariglio_text::Language;

    /// The names in braces.
    fn names(text: &str) -> BTreeSet<&str> {
        let parts = text.split('{').skip(1);
        parts.filter_map(|part| part.split('}').next()).collect()
    }

    #[test]
    fn both_languages_say_the_same_figures() {
        for [name, english, italian] in ENTRIES {
            assert!(!english.is_empty() && !italian.is_empty(), "{name}");
            assert_eq!(names(english), names(italian), "{name}");
        }
    }

    #[test]
    fn every_part_has_a_name_in_both_languages() {
        let game = Game::preset("scopone").expect("a preset");
        let [english, italian] = Language::ALL.map(|language| Terms::new(language, [&game].into_iter()));
        for part in 0..PARTS {
            assert_ne!(english.part(part), "", "{}", part_name(part));
            let is_international = [part_name(part), "settebello"].contains(&english.part(part));
            assert!(is_international || english.part(part) != italian.part(part), "{}", part_name(part));
        }
        assert!((0..PARTS).any(|part| italian.part(part) == "settebello"));
    }

    #[test]
    fn actions_have_the_letters_of_the_cards() {
        let game = Game::preset("cirulla").expect("a preset");
        let [english, italian] = Language::ALL.map(|language| Terms::new(language, [&game].into_iter()));
        for (text, told) in [("Kc x Ks", "Rc x Rs"), ("declare Ad Jd 7c=3", "accusa Ad Fd 7c=3"), ("pass", "passa")] {
            assert_eq!((english.action(text), italian.action(text)), (text.to_owned(), told.to_owned()));
        }
    }

    #[test]
    fn values_take_the_place_of_their_names() {
        assert_eq!(fill("{a} of {b}", &[("a", &1), ("b", &"two")]), "1 of two");
    }
}
