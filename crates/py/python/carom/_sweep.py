"""Sweeps: many runs of a scene."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypedDict, Unpack

from ._carom import Scene, Table, sweep_files, sweep_table

PathLike = str | os.PathLike[str]


class Options(TypedDict, total=False):
    """What all sweeps can be told."""

    runs: int
    """How many runs. Default: all combinations of the grids."""
    seed: int
    """From which all draws follow. Default: the scene's own."""
    until: str | Iterable[str]
    """When a run ends early: `goal NAME`, `any goal`, `hit NAME`, `no balls`, `rest`."""
    seconds: float
    """How long a run is at most. Default: what the scene says."""
    dt: float
    """Length of a step, seconds. Default: what the scene says."""
    record: str | Iterable[str]
    """What is recorded of each run beside its result: `impact times`, `path`."""
    same_luck: bool
    """Whether all runs have the scene's own seed, so that they differ in nothing but what varies."""
    until_ci: tuple[str, float]
    """Ends the sweep once the 95 % interval of a share is this narrow: `("p(goal jackpot)", 0.001)`."""
    shard: str
    """A slice of the sweep, as in `17/1000`; the first is 0."""
    threads: int
    """How many threads run it. Default: those of `carom.threads()`."""
    part_rows: int
    """Rows of a part: of a chunk in memory, or of a file."""


def _texts(value: str | Iterable[str]) -> list[str]:
    return [value] if isinstance(value, str) else list(value)


def _law(value: Any) -> str:
    """A list of values is a grid."""
    if isinstance(value, Sequence) and not isinstance(value, str):
        return f"grid({','.join(str(one) for one in value)})"
    return str(value)


def _wanted(vary: Mapping[str, Any] | None, options: Options, part_rows: int) -> dict[str, Any]:
    unknown = set(options) - set(Options.__annotations__)
    if unknown:
        raise TypeError(f"sweep() got an unexpected keyword argument {sorted(unknown)[0]!r}")
    if not isinstance(vary or {}, Mapping):
        raise TypeError(f"vary must be a mapping from paths to distributions, not {vary!r}")
    wanted: dict[str, Any] = dict.fromkeys(Options.__annotations__) | {"same_luck": False, "part_rows": part_rows}
    wanted |= options
    wanted["vary"] = {name: _law(law) for name, law in (vary or {}).items()}
    wanted["until"], wanted["record"] = _texts(options.get("until", ())), _texts(options.get("record", ()))
    return wanted


def _scene(scene: Scene | PathLike) -> Scene:
    return scene if isinstance(scene, Scene) else Scene.load(Path(scene))


def sweep(scene: Scene | PathLike, vary: Mapping[str, Any] | None = None, **options: Unpack[Options]) -> Table:
    """Runs a scene many times with values that vary, on all cores, and returns a row for each run.

    `vary` says how values vary, by their paths: `{"ball.speed": "uniform(1,3)", "materials.rubber.restitution": [0.6, 0.7]}`.
    A list is a grid. A row is a function of the scene, the version of the engine, these arguments and its number:
    neither threads nor shards change a bit of it. The table is one of Arrow. See docs/sweep.md for distributions and columns.
    """
    return sweep_table(_scene(scene), _wanted(vary, options, 1000))


def write_sweep(
    out: PathLike,
    scene: Scene | PathLike,
    vary: Mapping[str, Any] | None = None,
    *,
    resume: bool = False,
    **options: Unpack[Options],
) -> int:
    """As `sweep`, into a folder of Parquet files, for more rows than memory holds. Returns how many rows there are.

    They are the files of the command `carom sweep`. With `resume` it goes on with what is in the folder.
    """
    return sweep_files(_scene(scene), _wanted(vary, options, 10_000), Path(out), resume)
