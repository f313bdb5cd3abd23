//! Suit signs about 22 units high around the origin, and their colours: a round coin, a wide cup, an upright sword, a
//! leaning baton.

use spariglio_engine::Suit;

/// The colours of a suit: of areas, and of lines and indices.
pub(super) const fn colours(suit: Suit) -> [&'static str; 2] {
    match suit {
        Suit::Coins => ["#e69f00", "#805300"],
        Suit::Cups => ["#cc3311", "#7a1d08"],
        Suit::Swords => ["#56b4e9", "#00456d"],
        Suit::Batons => ["#228833", "#0f4a1b"],
    }
}

/// The four signs, `suit-d` to `suit-b`.
pub(super) fn signs() -> String {
    let sign = |suit: Suit| {
        let [area, line] = colours(suit);
        format!(
            r#"<g id="suit-{}" fill="{area}" stroke="{line}" stroke-width="1.4" stroke-linejoin="round" stroke-linecap="round">{}</g>"#,
            suit.letter(),
            shape(suit)
        )
    };
    Suit::ALL.map(sign).concat()
}

const fn shape(suit: Suit) -> &'static str {
    match suit {
        // A disc with a ring and a star of eight rays.
        Suit::Coins => {
            r##"<circle r="9.8"/><circle r="7.4" fill="none" stroke-width="1"/><path d="M0-6.6L1.3-3.1 4.7-4.7 3.1-1.3 6.6 0 3.1 1.3 4.7 4.7 1.3 3.1 0 6.6-1.3 3.1-4.7 4.7-3.1 1.3-6.6 0-3.1-1.3-4.7-4.7-1.3-3.1z" fill="#805300" stroke="none"/><circle r="1.9" fill="#fff" stroke="none"/>"##
        }
        // A bowl with a bright band on a stem and a foot.
        Suit::Cups => {
            r##"<path d="M-8.5-10H8.5C8.5-2 5.5 2 1.8 3V7H6.5V10H-6.5V7H-1.8V3C-5.5 2-8.5-2-8.5-10z"/><path d="M-7.6-6.4H7.6" stroke="#fff" stroke-width="1.8"/>"##
        }
        // A blade, a hilt across, a grip with a pommel.
        Suit::Swords => {
            r##"<path d="M0-11L2.5-7V3H-2.5V-7z"/><path d="M0-7V1" stroke-width=".8"/><path d="M-6.8 3.8H6.8M0 4V8" stroke-width="2.6"/><circle cy="9.4" r="1.8"/>"##
        }
        // A knotted club with cut twigs.
        Suit::Batons => {
            r##"<g transform="rotate(35)"><path d="M-2-4L-5.4-7M2.4-.5L5.6-3.5M-1.8 4.5L-4.6 2" stroke-width="2.4"/><path d="M-1.4 12L-2.9-9Q0-14 2.9-9L1.4 12z"/><path d="M-.4-6V-2M.5 2V6" fill="none"/></g>"##
        }
    }
}
