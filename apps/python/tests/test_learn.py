"""Learning from Python."""

from pathlib import Path

import pytest

import spariglio as sp
from spariglio import learn

CONFIG = """
rules = "mini_scopone"
seed = 1
[gradient]
decisions = 2000
batch = [256, 256]
shards = 2
width = 32
critic_width = 32
[evaluation]
every = 2000
hands = 100
opponents = ["random"]
"""


@pytest.fixture
def config(tmp_path: Path) -> Path:
    path = tmp_path / "config.toml"
    path.write_text(CONFIG)
    return path


def test_what_is_learnt_plays(config: Path, tmp_path: Path) -> None:
    out = learn.run(config, tmp_path / "run", threads=1)
    assert sp.arena("mini_scopone", [f"net:net={out}", "random"], hands=20).names[0].startswith("net")


def test_a_configuration_that_is_wrong_is_refused(config: Path, tmp_path: Path) -> None:
    config.write_text(CONFIG.replace("hands = 100", "hands = 0"))
    with pytest.raises(RuntimeError, match=r"`spariglio learn .* ended with 2; standard error says why"):
        learn.run(config, tmp_path / "run")
