"""An agent program: `thinks` states its expectations, `silent` does not, `hangs` sleeps at its third decision."""

import json
import sys
import time

kind = sys.argv[1]
asked = 0
for line in sys.stdin:
    message = json.loads(line)
    answer = {"id": message["id"]}
    if message["type"] == "hello":
        answer |= {"type": "ready", "protocol": 1, "name": kind}
    elif message["type"] == "act":
        asked += 1
        if kind == "hangs" and asked == 3:
            time.sleep(600)
        legal, view = message["legal"], message["view"]
        answer |= {"type": "action", "action": legal[0]}
        if kind == "thinks":
            places = [0.25] + [0.0] * (len(view["hand_cards"]) - 1) + [0.75]
            answer |= {"value": 1.5, "policy": dict.fromkeys(legal, 1), "belief": {"7d": places, "7c": places}}
    elif message["type"] == "quit":
        break
    else:
        continue
    print(json.dumps(answer), flush=True)
