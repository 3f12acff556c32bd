"""Sweeps: tables that others read, and the same rows whoever runs them."""

from __future__ import annotations

import filecmp
import os
import signal
import sys
import threading
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import carom

SCENES = Path(__file__).parents[3] / "examples" / "scenes"
PINBALL = SCENES / "pinball.ron"
VARY = {"ball.speed": "uniform(0.5,2.5)", "ball.angle": "uniform(80,100)"}
# `.ci/python` asks for more.
RUNS = int(os.environ.get("CAROM_SWEEP_RUNS", "300"))
OPTIONS: dict[str, Any] = {"runs": RUNS, "seed": 7, "seconds": 1, "dt": 1 / 60, "until": "goal drain"}


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files that one thread writes."""
    folder = tmp_path_factory.mktemp("one")
    assert carom.write_sweep(folder, PINBALL, VARY, threads=1, part_rows=1000, **OPTIONS) == RUNS
    return folder


def same_files(one: Path, other: Path) -> None:
    names = sorted(path.name for path in one.iterdir())
    assert len(names) > 1
    _, differ, broken = filecmp.cmpfiles(one, other, names, shallow=False)
    assert not differ and not broken


def test_a_table_is_read_by_all_who_read_arrow(files: Path) -> None:
    rows = carom.sweep(PINBALL, VARY, **OPTIONS)
    assert len(rows) == rows.num_rows == RUNS
    assert {"run", "ball.speed", "ended_by", "score", "goal.drain"} <= set(rows.column_names)
    scores = rows["score"]
    assert scores.dtype == np.int64 and rows["ended_by"][0] in ("time", "goal drain")
    assert ((0.5 <= rows["ball.speed"]) & (rows["ball.speed"] <= 2.5)).all()
    pyarrow = pytest.importorskip("pyarrow")
    table = pyarrow.table(rows)
    assert table["score"].to_pylist() == scores.tolist()
    assert pyarrow.schema(rows) == table.schema
    parquet = pytest.importorskip("pyarrow.parquet")
    assert parquet.read_table(sorted(files.glob("*.parquet"))[0]).to_pylist() == table.slice(0, 1000).to_pylist()
    polars = pytest.importorskip("polars")
    assert polars.DataFrame(rows)["score"].sum() == scores.sum()
    pandas = pytest.importorskip("pandas")
    assert pandas.DataFrame.from_arrow(rows)["score"].sum() == scores.sum()
    duckdb = pytest.importorskip("duckdb")
    assert duckdb.sql("SELECT sum(score), count(*) FROM rows").fetchall() == [(scores.sum(), RUNS)]


def test_paths_and_times_are_lists() -> None:
    rows = carom.sweep(PINBALL, VARY, runs=3, seconds=0.5, record=["impact times", "path"])
    assert len(rows["path.ball"]) == 3 and rows["path.ball"][0].shape == (240,)
    assert all((np.diff(times) >= 0).all() for times in rows["impact_times"])
    pyarrow = pytest.importorskip("pyarrow")
    assert len(pyarrow.table(rows)["path.ball"][0]) == 240


def test_threads_and_shards_change_no_row(files: Path, tmp_path: Path) -> None:
    one = carom.sweep(PINBALL, VARY, threads=1, **OPTIONS)
    two = carom.sweep(PINBALL, VARY, threads=2, part_rows=64, **OPTIONS)
    shards = [carom.sweep(PINBALL, VARY, shard=f"{n}/7", **OPTIONS) for n in range(7)]
    for name in one.column_names:
        assert (one[name] == two[name]).all()
        assert (one[name] == np.concatenate([shard[name] for shard in shards])).all()
    for n in (3, 0, 6, 1, 2, 5, 4):
        carom.write_sweep(tmp_path / "shards" / str(n), PINBALL, VARY, shard=f"{n}/7", part_rows=1000, **OPTIONS)
    assert carom.merge_sweep(tmp_path / "shards", tmp_path / "merged") == RUNS
    same_files(files, tmp_path / "merged")


def test_a_sweep_ends_when_it_knows_enough() -> None:
    rows = carom.sweep(PINBALL, VARY, until_ci=("p(goal drain)", 0.3), **(OPTIONS | {"runs": 10_000}))
    assert 0 < len(rows) < 200
    again = carom.sweep(PINBALL, VARY, until_ci=("p(goal drain)", 0.3), part_rows=7, **(OPTIONS | {"runs": 10_000}))
    assert len(again) == len(rows)


@pytest.mark.parametrize(
    ("options", "field"),
    [
        ({"vary": {"ball.speed": "unifrm(1,2)"}}, "ball.speed"),
        ({"vary": {"materials.ruber.friction": "uniform(0,1)"}}, "materials.ruber"),
        ({"until": "goal drian"}, "until"),
        ({"until": "sunset"}, "until"),
        ({"record": "smell"}, "record"),
        ({"seconds": -1}, "seconds"),
        ({"seconds": float("nan")}, "seconds"),
        ({"dt": 0}, "dt"),
        ({"shard": "7/7"}, "shard"),
        ({"threads": 0}, "threads"),
        ({"part_rows": 0}, "part_rows"),
        ({"until_ci": ("p(goal rigt)", 0.1)}, "until_ci"),
        ({"until_ci": ("p(goal drain)", 2)}, "until_ci"),
    ],
)
def test_what_is_refused_names_the_argument(options: dict[str, Any], field: str) -> None:
    with pytest.raises(carom.Error) as raised:
        carom.sweep(PINBALL, **options)
    assert raised.value.field is not None and field in raised.value.field, raised.value


@pytest.mark.parametrize("options", [{"runs": "many"}, {"runs": -1}, {"vary": 3}, {"sedes": 1}, {"until_ci": 3}])
def test_what_is_of_another_type_is_refused(options: dict[str, Any]) -> None:
    with pytest.raises((TypeError, AttributeError, OverflowError), match="|".join(options)):
        carom.sweep(PINBALL, **options)
    with pytest.raises(carom.Error, match="column"):
        carom.sweep(PINBALL, runs=1, seconds=0)["scor"]


@pytest.mark.skipif(sys.platform == "win32", reason="there is no Ctrl-C to send")
def test_ctrl_c_ends_a_sweep() -> None:
    began = time.monotonic()
    timer = threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        carom.sweep(PINBALL, VARY, runs=10_000_000, seconds=60, part_rows=2, threads=1)
    assert time.monotonic() - began < 60


@pytest.mark.filterwarnings("ignore")
def test_dask_runs_the_shards(tmp_path: Path) -> None:
    distributed = pytest.importorskip("distributed")
    pyarrow = pytest.importorskip("pyarrow")

    def shard(n: int) -> Any:
        return pyarrow.table(carom.sweep(PINBALL, VARY, shard=f"{n}/4", threads=1, **OPTIONS))

    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        with distributed.Client(cluster) as client:
            rows = pyarrow.concat_tables(client.gather(client.map(shard, range(4))))
    assert rows.to_pylist() == pyarrow.table(carom.sweep(PINBALL, VARY, **OPTIONS)).to_pylist()


@pytest.mark.filterwarnings("ignore")
def test_ray_writes_the_same_bytes(files: Path, tmp_path: Path) -> None:
    """One of two workers is killed in the middle: the job ends with the same bytes."""
    ray = pytest.importorskip("ray")
    psutil = pytest.importorskip("psutil")
    import carom.ray

    def kill() -> None:
        own = psutil.Process()
        while not any(tmp_path.glob("ray/shards/*/manifest.json")):
            time.sleep(0.01)
        for process in own.children(recursive=True):
            if "shard" in " ".join(process.cmdline()) and process.name().startswith("ray::"):
                process.kill()
                return

    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    try:
        killer = threading.Thread(target=kill, daemon=True)
        killer.start()
        rows = carom.ray.write_sweep(tmp_path / "ray", PINBALL, VARY, shards=8, part_rows=1000, **OPTIONS)
        assert rows == RUNS
        for path in files.iterdir():
            assert (tmp_path / "ray" / path.name).read_bytes() == path.read_bytes(), path.name
        shown = carom.ray.sweep(PINBALL, VARY, shards=4, **OPTIONS).to_pandas()
        assert (shown["state_hash"] == carom.sweep(PINBALL, VARY, **OPTIONS)["state_hash"]).all()
    finally:
        ray.shutdown()
