"""The cache of libtorch: a damaged one is noticed and made again."""

from __future__ import annotations

from pathlib import Path

import pytest
import setup_libtorch as setup

# Files in the folder of an installed PyTorch.
LIBRARY = Path("lib/libtorch_cpu.so")
HEADER = Path("include/torch/csrc/api/include/torch/torch.h")


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache whose download makes small files, and a checkout of its own."""

    def download(work: Path) -> None:
        folder = work / "libtorch"
        for name in [*(f"lib/{name}" for name in setup.TORCH_LIBRARIES), str(HEADER)]:
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(name)
        for name, aim in setup.LINKS.items():
            (folder / "lib" / name).symlink_to(aim)

    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(setup, "download", download)
    monkeypatch.setattr(setup, "ROOT", tmp_path)
    setup.set_up(None)
    folder: Path = setup.cache_folder()
    assert setup.fault(folder) is None
    assert (tmp_path / ".libtorch").resolve() == folder
    return folder


def test_a_whole_cache_stays(cache: Path) -> None:
    before = (cache / LIBRARY).stat().st_ino
    setup.set_up(None)
    assert (cache / LIBRARY).stat().st_ino == before


@pytest.mark.parametrize("name", [LIBRARY, HEADER, Path("build-version"), Path(setup.SUMS)])
@pytest.mark.parametrize("damage", ["cut", "changed", "removed"])
def test_a_damaged_cache_is_made_again(
    cache: Path, capsys: pytest.CaptureFixture[str], name: Path, damage: str
) -> None:
    path = cache / name
    text = path.read_text()
    if damage == "removed":
        path.unlink()
    else:
        path.write_text(text[: len(text) // 2] if damage == "cut" else "x" + text[1:])
    assert setup.fault(cache) is not None
    setup.set_up(None)
    assert setup.fault(cache) is None
    assert path.read_text() == text
    said = capsys.readouterr().err
    assert "the folder is made again" in said
    assert name.name in said or setup.SUMS in said


def test_other_wheels_make_another_cache(cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wheels = tmp_path / "wheels.txt"
    wheels.write_text("torch==2.11.0 --hash=sha256:0")
    monkeypatch.setattr(setup, "WHEELS", wheels)
    found = setup.fault(cache)
    assert found is not None and found.startswith(f"{setup.SUMS}: expected ")
