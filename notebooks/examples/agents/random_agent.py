r"""A random player for Spariglio: Python 3, standard library only. The messages: docs/reference/protocol.md.

    spariglio check-agent -- python3 notebooks/examples/agents/random_agent.py
    spariglio arena --rules cirulla --hands 200 \
        --agents "external:command=python3 notebooks/examples/agents/random_agent.py,greedy"
"""

import json
import random
import sys


def answer(message, **fields):
    """Prints one line of JSON with the id of the message. Flushes it, as the arena waits for it."""
    print(json.dumps({"id": message["id"], **fields}), flush=True)


def choose(view, legal, rng):
    """Replace this. `view["hand"].split()` are the own cards, `view["table"].split()` the table cards."""
    return rng.choice(legal)


def main():
    rng = random.Random()
    for line in sys.stdin:  # ends when the arena closes it
        message = json.loads(line)
        kind = message["type"]
        if kind == "hello":
            answer(message, type="ready", protocol=1, name="random (Python)", version="1", author="Spariglio")
        elif kind == "hand":
            rng.seed(message["seed"])  # the same seed and views, the same game
        elif kind == "act":
            answer(message, type="action", action=choose(message["view"], message["legal"], rng))
        elif kind == "quit":
            break
        # "end" and unknown messages of later versions need no answer


if __name__ == "__main__":
    main()
