#!/usr/bin/env python3
"""Puts libtorch 2.11.0 (CPU) in the user's cache, and links it from `.libtorch` of this checkout, which Cargo reads.

The cache folder is shared by all checkouts. It is filled under a temporary name and renamed. This happens under a lock
that the system releases when the process ends. So the folder with the final name is complete, even if a process was
killed before. pip checks the SHA-256 of each download. The folder lists the SHA-256 of each of its files. Every run
checks them, and makes a damaged folder again. Needs only Python 3.11 and pip.
"""

import argparse
import fcntl
import hashlib
import os
import platform
import shutil
import subprocess
import sys
import tempfile
import time
import zipfile
from pathlib import Path

VERSION = "2.11.0"
ROOT = Path(__file__).resolve().parent.parent
WHEELS = Path(__file__).resolve().with_name("libtorch.txt")

# The list of hashes, in the form of `sha256sum --check`. Its first line names the version and the wheels.
SUMS = "SHA256SUMS"

# `libtorch.so` of the wheel needs the CUDA library, but a CPU build does not: the name becomes a link.
TORCH_LIBRARIES = ["libtorch_cpu.so", "libc10.so", "libgomp.so.1"]
CUDA_LIBRARIES = ["libcudart.so.13", "libcupti.so.13"]
LINKS = {"libtorch.so": "libtorch_cpu.so"}

# pip matches each platform tag literally.
PLATFORMS = ["manylinux_2_28_x86_64", "manylinux_2_25_x86_64", "manylinux_2_17_x86_64", "manylinux2014_x86_64"]
NEEDED_BYTES = 1_300_000_000


class SetupError(Exception):
    """An error that stops the set-up, in words for the user."""


def main():
    """Sets libtorch up and reports on standard error; exit status 2 if it fails."""
    options = arguments()
    try:
        if options.print_cache:
            print(cache_folder())
        elif os.environ.get("LIBTORCH"):
            say(f"LIBTORCH is set: using {os.environ['LIBTORCH']}")
        else:
            set_up(options.torch)
    except SetupError as error:
        say(f"error: {error}")
        return 2
    except OSError as error:
        say(f"error: {error}")
        return 2
    return 0


def arguments():
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--torch",
        type=Path,
        metavar="DIR",
        help=f"link to the installed PyTorch {VERSION} in this folder (its `torch` package) instead of downloading",
    )
    parser.add_argument("--print-cache", action="store_true", help="print the cache folder and do nothing")
    return parser.parse_args()


def set_up(installed):
    """Fills the cache folder if it is not whole, then points `.libtorch` at it."""
    target = cache_folder()
    if fault(target):
        if (platform.system(), platform.machine()) != ("Linux", "x86_64"):
            raise SetupError(
                f"no libtorch for {platform.system()} {platform.machine()} is known here: "
                f"expected Linux on x86_64. Set LIBTORCH to a folder with libtorch {VERSION}."
            )
        fill(target, installed)
    link(target)


def cache_folder():
    """The folder of the files: in the user's cache, named after the version."""
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "spariglio" / f"libtorch-{VERSION}"


def fill(target, installed):
    """Fills the cache folder, unless another process does so first."""
    target.parent.mkdir(parents=True, exist_ok=True)
    with (target.parent / ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        found = fault(target)
        if not found:
            return
        if target.exists():
            say(f"{target}: {found}; the folder is made again")
        # Leftovers of a killed process, as no other process holds the lock.
        for left in target.parent.glob(f"{target.name}.tmp-*"):
            shutil.rmtree(left)
        work = Path(tempfile.mkdtemp(prefix=f"{target.name}.tmp-", dir=target.parent))
        try:
            if installed:
                link_installed(installed, work / "libtorch")
            else:
                download(work)
            (work / "libtorch" / "build-version").write_text(VERSION + "\n")
            write_sums(work / "libtorch")
            if found := fault(work / "libtorch"):
                raise SetupError(f"libtorch: {found}")
            if target.exists():
                target.rename(work / "damaged")
            (work / "libtorch").rename(target)
        finally:
            shutil.rmtree(work, ignore_errors=True)


def download(work):
    """Fetches the wheels and unpacks the needed files. Deletes each wheel when it is unpacked."""
    free = shutil.disk_usage(work).free
    if free < NEEDED_BYTES:
        free, needed = free // 1_000_000, NEEDED_BYTES // 1_000_000
        raise SetupError(f"{work.parent}: {free} MB free, expected {needed} MB for libtorch")
    started = time.monotonic()
    say(f"downloading libtorch {VERSION} (545 MB, once)")
    command = [*pip(work), "download", "--no-deps", "--require-hashes", "--only-binary=:all:", "--no-cache-dir"]
    command += ["--quiet", "--implementation=cp", "--python-version=3.11", "--abi=cp311"]
    command += [f"--platform={name}" for name in PLATFORMS]
    command += ["--dest", str(work / "wheels"), "--requirement", str(WHEELS)]
    # pip unpacks to TMPDIR. If that is a small memory disk, the wheels do not fit, so use the disk of the cache.
    if subprocess.run(command, env={**os.environ, "TMPDIR": str(work)}).returncode != 0:
        raise SetupError(
            f"pip could not fetch the wheels of {WHEELS.name}. Try again when the network is back. If PyTorch "
            f"{VERSION} is installed, tools/setup_libtorch.py --torch DIR links to it instead."
        )
    fetched = time.monotonic()
    for wheel in sorted((work / "wheels").glob("*.whl")):
        unpack(wheel, work / "libtorch")
        wheel.unlink()
    for name, aim in LINKS.items():
        (work / "libtorch" / "lib" / name).symlink_to(aim)
    say(f"libtorch: fetched in {fetched - started:.0f} s, unpacked in {time.monotonic() - fetched:.0f} s")


def pip(work):
    """The command of a working pip: this Python's own, or, if it has none, one in a temporary environment."""
    if subprocess.run([sys.executable, "-m", "pip", "--version"], capture_output=True).returncode == 0:
        return [sys.executable, "-m", "pip", "--disable-pip-version-check"]
    made = subprocess.run([sys.executable, "-m", "venv", str(work / "venv")], capture_output=True, text=True)
    if made.returncode != 0:
        raise SetupError(f"{sys.executable} has neither pip nor venv: install python3-venv. {made.stdout.strip()}")
    return [str(work / "venv" / "bin" / "python"), "-m", "pip", "--disable-pip-version-check"]


def unpack(wheel, into):
    """Copies the headers and the needed libraries of one wheel."""
    with zipfile.ZipFile(wheel) as archive:
        for member in archive.infolist():
            place = place_of(member.filename)
            if place is None or member.is_dir():
                continue
            path = into / place
            path.parent.mkdir(parents=True, exist_ok=True)
            with archive.open(member) as source, path.open("wb") as sink:
                shutil.copyfileobj(source, sink, 1 << 20)
                if path.parent.name == "lib":
                    sink.flush()
                    os.fsync(sink.fileno())


def place_of(member):
    """The path of a wheel's member in the libtorch folder; `None` if it is not needed."""
    if member.startswith("torch/include/"):
        return member.removeprefix("torch/")
    folder, _, name = member.rpartition("/")
    if folder == "torch/lib" and name in TORCH_LIBRARIES:
        return f"lib/{name}"
    if folder == "nvidia/cu13/lib" and name in CUDA_LIBRARIES:
        return f"lib/{name}"
    return None


def link_installed(torch, into):
    """Makes the same folder of links to an installed PyTorch. Fails if its version is different."""
    torch = torch.resolve()
    version = installed_version(torch)
    if version.split("+")[0] != VERSION:
        raise SetupError(f"{torch}: PyTorch {version}, expected {VERSION}")
    (into / "lib").mkdir(parents=True)
    (into / "include").symlink_to(torch / "include")
    for name in TORCH_LIBRARIES:
        (into / "lib" / name).symlink_to(torch / "lib" / name)
    for name in CUDA_LIBRARIES:
        aim = torch.parent / "nvidia" / "cu13" / "lib" / name
        if aim.exists():
            (into / "lib" / name).symlink_to(aim)
    for name, aim in LINKS.items():
        (into / "lib" / name).symlink_to(aim)


def installed_version(torch):
    """The version stated by an installed `torch` package."""
    try:
        for line in (torch / "version.py").read_text().splitlines():
            if line.startswith("__version__"):
                return line.split("=", 1)[1].strip().strip("'\"")
    except FileNotFoundError:
        pass
    raise SetupError(f"{torch}: no installed PyTorch (version.py is missing)")


def fault(folder):
    """What is wrong with a libtorch folder; `None` if every file is there and has its hash."""
    wanted = [f"lib/{name}" for name in [*TORCH_LIBRARIES, *LINKS]]
    wanted += ["include/torch/csrc/api/include/torch/torch.h", "build-version", SUMS]
    if lacks := [name for name in wanted if not (folder / name).exists()]:
        return f"lacks {', '.join(lacks)}"
    head, *lines = (folder / SUMS).read_text().splitlines()
    if head != sums_head():
        return f"{SUMS}: expected `{sums_head()}`, found `{head}`"
    listed = {name: expected for expected, _, name in (line.partition("  ") for line in lines)}
    if differing := sorted(listed.keys() ^ set(files_of(folder))):
        return f"{differing[0]}: expected the files of {SUMS} and no others"
    for name, expected in listed.items():
        if (found := sha256(folder / name)) != expected:
            return f"{name}: expected SHA-256 {expected}, found {found}"
    return None


def write_sums(folder):
    """Lists the hashes of the files in a libtorch folder."""
    lines = [f"{sha256(folder / name)}  {name}" for name in files_of(folder)]
    (folder / SUMS).write_text("\n".join([sums_head(), *lines]) + "\n")


def files_of(folder):
    """The names of the files in a libtorch folder that have a hash. Does not follow links to folders."""
    paths = [Path(base, name).relative_to(folder) for base, _, names in os.walk(folder) for name in names]
    return sorted(str(path) for path in paths if path.name not in [SUMS, *LINKS])


def sums_head():
    """The first line of the list: the version, and the hash of the list of wheels. `sha256sum` skips it."""
    return f"# libtorch {VERSION}, {WHEELS.name} {sha256(WHEELS)}"


def sha256(path):
    """The SHA-256 of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def link(target):
    """Points `.libtorch` of this checkout at the cache folder. `.cargo/config.toml` names this link."""
    name = ROOT / ".libtorch"
    if name.is_symlink() and name.readlink() == target:
        return
    fresh = name.with_name(f"libtorch.tmp-{os.getpid()}")
    fresh.symlink_to(target)
    fresh.replace(name)
    say(f"libtorch: {target}")


def say(text):
    """Prints a line to standard error."""
    print(text, file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
