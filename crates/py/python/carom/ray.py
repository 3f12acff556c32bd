"""Sweeps on a cluster of Ray: the shards of a sweep are its tasks.

    import carom.ray

    rows = carom.ray.sweep("pinball.ron", {"ball.speed": "uniform(1,3)"}, runs=1_000_000, shards=500)
    print(rows.to_pandas())
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Unpack

import ray
import ray.data

from ._carom import merge_sweep
from ._sweep import Options, PathLike, sweep as _sweep, write_sweep as _write


def sweep(
    scene: PathLike, vary: Mapping[str, Any] | None = None, *, shards: int, **options: Unpack[Options]
) -> ray.data.Dataset:
    """As `carom.sweep`, by the workers of Ray: a data set with a block for each shard, in the order of the runs.

    The scene is a file that all workers can read. Choose the number of shards so that one takes 10 to 60 s. A shard whose
    worker is lost is run again, and has the same rows.
    """
    import pyarrow

    path = str(Path(scene).resolve())

    def shard(batch: dict[str, Any]) -> Any:
        tables = []
        for n in batch["id"]:
            own: Options = {**options, "threads": 1, "shard": f"{n}/{shards}"}
            tables.append(pyarrow.table(_sweep(path, vary, **own)))
        return pyarrow.concat_tables(tables)

    numbers = ray.data.range(shards, override_num_blocks=shards)
    return numbers.map_batches(shard, batch_size=1, num_cpus=1).sort("run")


def write_sweep(
    out: PathLike, scene: PathLike, vary: Mapping[str, Any] | None = None, *, shards: int, **options: Unpack[Options]
) -> int:
    """As `carom.write_sweep`, by the workers of Ray. Returns how many rows there are.

    The folder is one that all workers can write. Its files are those that one process would have written; those of the
    shards are in `shards` below it. A shard whose worker is lost goes on where it was.
    """
    path, folder = str(Path(scene).resolve()), Path(out).resolve()

    def shard(n: int) -> int:
        own: Options = {**options, "threads": 1, "shard": f"{n}/{shards}"}
        return _write(folder / "shards" / f"{n:06}", path, vary, resume=True, **own)

    task = ray.remote(num_cpus=1, max_retries=10)(shard)
    ray.get([task.remote(n) for n in range(shards)])
    return merge_sweep(folder / "shards", folder)
