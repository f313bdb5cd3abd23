"""`spariglio mcp`: the reference client plays, analyses and compares."""

from __future__ import annotations

import asyncio
import json
import re
import subprocess
import sys
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

pytest.importorskip("mcp")

from mcp import ClientSession, McpError, StdioServerParameters
from mcp.client.stdio import stdio_client

Calls = Callable[..., Awaitable[str]]


def served(use: Callable[[ClientSession, Calls], Awaitable[None]], *options: str) -> None:
    """Runs `use` with a client; its second argument calls a tool and returns the text, after `!` if it is an error."""

    async def run() -> None:
        server = StdioServerParameters(command=sys.executable, args=["-m", "spariglio", "mcp", *options])
        async with stdio_client(server) as (reader, writer), ClientSession(reader, writer) as session:
            await session.initialize()

            async def call(tool: str, **arguments: Any) -> str:
                result = await session.call_tool(tool, arguments)
                text = "".join(block.text for block in result.content)
                return ("!" if result.isError else "") + text

            await use(session, call)

    asyncio.run(run())


def first_action(text: str) -> str:
    return text.split("Legal actions:\n- ")[1].splitlines()[0]


def test_the_tools_are_listed_with_their_arguments() -> None:
    async def use(session: ClientSession, call: Calls) -> None:
        tools = {tool.name: tool for tool in (await session.list_tools()).tools}
        assert set(tools) == {"list_games", "explain_rules", "deal", "view", "act", "review", "analyse", "arena"}
        assert all(tool.annotations and tool.annotations.openWorldHint is False for tool in tools.values())
        assert not tools["act"].annotations.readOnlyHint and tools["view"].annotations.readOnlyHint
        for tool in tools.values():
            for name, schema in tool.inputSchema.get("properties", {}).items():
                assert isinstance(schema["type"], str) and "format" not in schema, (tool.name, name, schema)
        deal = tools["deal"].inputSchema
        assert deal["required"] == ["game"] and "cirulla" in deal["properties"]["game"]["enum"]
        assert deal["properties"]["language"]["enum"] == ["en", "it"]
        assert all(tool.description for tool in tools.values())
        assert {"game", "seat", "opponents", "seed", "language", "cards", "obfuscate"} <= set(
            tools["deal"].inputSchema["properties"]
        )
        assert "scopone: 4 seats, 2 sides, 40 cards, to 11 points" in await call("list_games")
        rules = await call("explain_rules", game="cirulla", language="it")
        assert "Quindici: una carta prende" in rules

    served(use)


def test_a_hand_is_played_to_its_end_and_analysed() -> None:
    async def use(session: ClientSession, call: Calls) -> None:
        text = await call("deal", game="mini_scopa", seat="1", seed="3", opponents="greedy")
        assert text.startswith("Table 1\n") and "Rules of mini_scopa" in text and "You are seat 1." in text
        assert "Legal actions:" in await call("view", table=1)
        assert "End your answer" not in text and "Call `act` with the action alone." in text
        facts = (await session.call_tool("view", {"table": "1"})).structuredContent
        assert facts and facts["table"] == 1 and not facts["is_over"]
        assert facts["legal_actions"][0] == first_action(text)
        asked = await call("act", table=1, action="I do not know.")
        assert asked.startswith("!") and "I found no action" in asked
        while "Legal actions:" in text:
            text = await call("act", table=1, action=f"Action: {first_action(text)}")
        assert re.search(r"Points of side 0: \d+", text) and "Points of side 1:" in text
        record = text.splitlines()[-1]
        facts = (await session.call_tool("view", {"table": 1})).structuredContent
        assert facts and facts["is_over"] and facts["record"] == record and len(facts["points"]) == 2
        judged = await call("analyse", record=record, turn=1)
        assert "which lost" in judged and judged.count("standard error") >= 2
        facts = (await session.call_tool("analyse", {"record": record, "turn": 1})).structuredContent
        assert facts and {"action", "value", "standard_error"} == set(facts["actions"][0]) and "mean" in facts["loss"]
        assert "the hand is over" in await call("act", table=1, action="2d")
        told = await call("review", table=1)
        reviewed = (await session.call_tool("review", {"table": 1})).structuredContent
        assert reviewed and told.startswith("Seat 1 lost ") and told.count("- turn ") == len(reviewed["decisions"])
        losses = [decision["loss"]["mean"] for decision in reviewed["decisions"]]
        assert reviewed["lost"] == pytest.approx(sum(losses))
        judged = [decision for decision in reviewed["decisions"] if decision["turn"] == 1]
        analysed = await call("analyse", record=record, turn=1)
        assert all(decision["played"] in analysed for decision in judged)

    served(use)


def test_hints_only_where_they_are_allowed() -> None:
    async def without(session: ClientSession, call: Calls) -> None:
        await call("deal", game="mini_scopa", seed=1)
        with pytest.raises(McpError):
            await call("hint", table=1)

    async def allowed(session: ClientSession, call: Calls) -> None:
        await call("deal", game="mini_scopa", seed=1)
        assert (await call("hint", table=1)).startswith("Expected points")

    served(without)
    served(allowed, "--allow-hints")


def test_an_arena_is_played_and_faults_are_named() -> None:
    async def use(session: ClientSession, call: Calls) -> None:
        told = await call("arena", game="scopa", agents=["greedy", "random"], hands=400)
        found = re.search(r"([+-]\d\.\d+) points per hand over 400 hands \(95 % interval", told)
        assert found and float(found[1]) > 1
        for tool, arguments, words in [
            ("deal", {"game": "poker"}, "expected a name from list_games"),
            ("deal", {"game": "scopa", "seat": 5}, "expected a seat below 2"),
            ("deal", {"game": "scopa", "opponents": "external:command=sh"}, "opponents"),
            ("deal", {"game": "scopa", "opponents": "cheat-mcts"}, "opponents"),
            ("deal", {"game": "scopa", "language": "fr"}, "expected `en` or `it`"),
            ("view", {"table": 7}, "there is no table yet"),
            ("analyse", {"record": "{}"}, "record"),
            ("arena", {"game": "scopa", "agents": ["greedy", "random"], "hands": 10**6}, "expected 2 to 20000"),
        ]:
            assert words in await call(tool, **arguments), tool

    served(use)


def test_work_ends_with_its_call_or_its_client() -> None:
    endless = {"game": "scopone", "agents": ["net-search:simulations=100000000", "formula"]}

    async def use(session: ClientSession, call: Calls) -> None:
        assert "no deal was played to its end in 1 seconds" in await call("arena", **endless, seconds=1)
        assert "expected 1 to 3600" in await call("arena", **endless, seconds=0)
        told: list[tuple[float, float | None]] = []

        async def tell(progress: float, total: float | None, message: str | None) -> None:
            told.append((progress, total))

        arguments = {"game": "scopa", "agents": ["ismcts", "random"], "hands": 20_000, "seconds": 4}
        result = await session.call_tool("arena", arguments, progress_callback=tell)
        assert "ended after 4 seconds" in result.content[0].text, result
        assert told and told[-1][1] == 20_000, told

    served(use)
    command = [sys.executable, "-m", "spariglio", "mcp"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None and process.stdout is not None
        params = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}
        tool = {"name": "arena", "arguments": {**endless, "seconds": 3600}}
        for number, (method, of) in enumerate([("initialize", params), ("tools/call", tool)]):
            message = {"jsonrpc": "2.0", "id": number, "method": method, "params": of}
            process.stdin.write(json.dumps(message) + "\n")
            process.stdin.flush()
            if method == "initialize":
                process.stdout.readline()
                process.stdin.write('{"jsonrpc": "2.0", "method": "notifications/initialized"}\n')
        process.stdin.close()
        assert process.wait(timeout=120) == 0
