RANKS = "{ranks}"
SUITS = "dcsb"
KINDS = {kinds}


def card(number):
    """The text of a card: rank, then suit."""
    return RANKS[number // 4] + SUITS[number % 4]


def cards(bits):
    """The cards of a card set."""
    return [card(number) for number in range(52) if bits >> number & 1]


def action(bits):
    """The text of an action."""
    kind, number, chosen = bits >> 58, bits >> 52 & 63, cards(bits & (1 << 52) - 1)
    if kind == 2:
        return "pass"
    if kind == 1:
        return " ".join(["declare", *(f"7c={{number}}" if one == "7c" else one for one in chosen)])
    return " ".join([card(number), *(["x"] if chosen else []), *chosen])


def points(row):
    """The final points by side, that of the seat to act first, and by kind; kinds without points are left out."""
    sides = [row["points"][start : start + len(KINDS)] for start in range(0, len(row["points"]), len(KINDS))]
    return [{{kind: number for kind, number in zip(KINDS, side) if number}} for side in sides]


def tell(row):
    """A row in words."""
    own = row["oracle_hands"][row["seat"]]
    return {{
        "seat": row["seat"],
        "holds": cards(own),
        "table": cards(row["table_cards"]),
        "piles": [cards(pile) for pile in row["piles"]],
        "actions": dict(zip(map(action, row["actions"]), row["policy"])),
        "played": action(row["action"]),
        "expected points": None if row["root_value"] is None else 10 * row["root_value"],
        "points": points(row),
        "final margin": 10 * row["utility"],
    }}
