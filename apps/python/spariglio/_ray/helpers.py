"""Helpers of a learning run on the nodes."""

from __future__ import annotations

import secrets
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import ray
from ray.exceptions import RayError, RayTaskError

from spariglio import _core


class _Helper:
    """A process of a node. If it is killed, Ray starts it again."""

    def work(self, address: str, token: str, threads: int) -> None:
        """Helps the run at an address to its end."""
        _core.learn_help(address, token, threads=threads)


_remote = ray.remote(max_restarts=-1, max_task_retries=-1)(_Helper)


@contextmanager
def helpers(count: int | None, threads: int) -> Iterator[dict[str, str]]:
    """Starts helpers, each with `threads` cores; if `count` is `None`, as many as the cluster has room for. Helpers
    without room start when nodes come. Yields the address of their leader and the word that they know."""
    if not ray.is_initialized():
        ray.init()
    room = int(ray.cluster_resources().get("CPU", 0) // threads)
    token, address = secrets.token_hex(16), f"{ray.util.get_node_ip_address()}:{_free_port()}"
    kind = _remote.options(num_cpus=threads)
    running: dict[Any, Any] = {}
    for _ in range(max(1, room) if count is None else count):
        helper = kind.remote()
        running[helper.work.remote(address, token, threads)] = helper
    try:
        yield {"address": address, "token": token}
    finally:
        for work, helper in running.items():
            _tell_failure(work)
            ray.kill(helper)


def _tell_failure(work: Any) -> None:
    """Tells why a helper could not help. The run goes on without it."""
    if ray.wait([work], timeout=0)[0]:
        try:
            ray.get(work)
        except RayTaskError as error:
            print(f"a helper did not help: {error.cause}", file=sys.stderr)
        except RayError as error:
            print(f"a helper did not help: {error}", file=sys.stderr)


def _free_port() -> int:
    with socket.socket() as free:
        free.bind(("", 0))
        port: int = free.getsockname()[1]
        return port
