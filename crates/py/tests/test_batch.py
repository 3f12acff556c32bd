"""A batch is many worlds, bit for bit."""

import multiprocessing
import os
import threading

import numpy as np
import pytest

import carom


def test_the_bits_are_those_of_single_worlds(pinball: carom.Scene) -> None:
    batch = carom.Batch(pinball, 16)
    alone = [pinball.restart() for _ in range(16)]
    chance = np.random.default_rng(3)
    for _ in range(100):
        for name in ("left", "right"):
            pressed = chance.random(16) < 0.3
            batch.press(name, pressed)
            for scene, one in zip(alone, pressed, strict=True):
                scene.press(name, bool(one))
        batch.step(4)
        for scene in alone:
            scene.step(4)
    assert batch.state_hashes().tolist() == [scene.world.state_hash() for scene in alone]
    assert batch.scores.tolist() == [scene.score for scene in alone]
    ball = pinball.find("ball")
    for n, scene in enumerate(alone):
        assert tuple(batch.positions[n, 0]) == scene.world.position(ball)  # type: ignore[arg-type]
        assert tuple(batch.velocities[n, 0]) == scene.world.velocity(ball)  # type: ignore[arg-type]


def test_views_are_live_and_stay_where_they_are(bowl: carom.World) -> None:
    batch = carom.Batch(bowl, 5, dt=1 / 120, balls=3)
    views = [batch.positions, batch.velocities, batch.angles, batch.angular_velocities, batch.ids, batch.times]
    addresses = [view.ctypes.data for view in views]
    before = batch.positions.copy()
    batch.step(10)
    assert [view.ctypes.data for view in (batch.positions, *views[1:])] == addresses
    assert (views[0][:, :2] != before[:, :2]).any() and np.isnan(views[0][:, 2]).all()
    assert views[0].shape == (5, 3, 2) and views[0].dtype == np.float64
    assert batch.counts.tolist() == [2] * 5 and (views[4][:, 2] == 0).all()
    assert views[5] == pytest.approx(np.full(5, 10 / 120))
    with pytest.raises(ValueError):
        views[0][0, 0, 0] = 1
    assert len(batch) == 5 and "5 worlds" in repr(batch)


def test_reset_restore_and_copies_leave_the_others_alone(bowl: carom.World) -> None:
    batch = carom.Batch(bowl, 6)
    batch.set_velocities(np.random.default_rng(1).normal(size=(6, 2, 2)))
    batch.step(50)
    hashes = batch.state_hashes()
    snapshot = batch.snapshot()
    batch.step(50)
    later = batch.state_hashes()
    batch.reset(np.arange(6) == 2)
    assert batch.state_hashes()[2] == bowl.state_hash() and batch.times[2] == 0
    assert np.delete(batch.state_hashes(), 2).tolist() == np.delete(later, 2).tolist()
    batch.restore(snapshot, np.arange(6) != 4)
    assert np.delete(batch.state_hashes(), 4).tolist() == np.delete(hashes, 4).tolist()
    assert batch.state_hashes()[4] == later[4]
    batch.restore(snapshot)
    batch.step(50)
    assert batch.state_hashes().tolist() == later.tolist()
    world = batch.world(3)
    assert world.state_hash() == later[3]


def test_each_world_may_have_values_of_its_own(pinball: carom.Scene) -> None:
    batch = carom.Batch(pinball, 3, vary={"world.gravity": [(0, -1), (0, -2), (0, -3)]})
    assert [batch.world(n).config.gravity for n in range(3)] == [(0, -1), (0, -2), (0, -3)]
    batch.set_gravity([[0, -4], [0, -5], [0, -6]])
    assert batch.world(2).config.gravity == (0, -6)
    with pytest.raises(carom.Error, match="did you mean `gravity`"):
        carom.Batch(pinball, 1, vary={"world.gravty": [1]})
    with pytest.raises(carom.Error, match="a list of 3 values"):
        carom.Batch(pinball, 3, vary={"world.gravity": [(0, -1)]})


def test_events_are_structured_arrays(pinball: carom.Scene) -> None:
    batch = carom.Batch(pinball, 2, events=True)
    seen = np.concatenate([(batch.step(240), batch.impacts())[1] for _ in range(20)])  # type: ignore[func-returns-value]
    assert (seen["world"] == 0).any() and (seen["world"] == 1).any()
    assert (seen["approach_speed"] > 0).all() and seen["point"].shape[1] == 2
    entered = batch.entered()
    assert set(entered["goal"].tolist()) <= set(range(len(batch.goal_names)))
    assert batch.goals()["drain"].shape == (2,)


@pytest.mark.parametrize(
    ("call", "field"),
    [
        (lambda b: b.set_velocities(np.zeros((1, 2, 3))), "velocities"),
        (lambda b: b.set_velocities("fast"), "velocities"),
        (lambda b: b.set_velocities(np.zeros((4, 2, 2), complex)), "velocities"),
        (lambda b: b.set_velocities(np.full((4, 2, 2), np.nan)), "velocities[0, 0]"),
        (lambda b: b.set_positions(np.zeros((4, 2, 2)), np.ones(3, bool)), "where"),
        (lambda b: b.reset([0, 1]), "where"),
        (lambda b: b.reset(np.zeros(5, bool)), "where"),
        (lambda b: b.set_gravity([1, 2, 3]), "gravity"),
        (lambda b: b.press("left", np.zeros(4, bool)), "input"),
        (lambda b: b.world(4), "n"),
        (lambda b: carom.Batch(b, 3), "source"),
        (lambda b: carom.Batch(b.world(0), 0), "n"),
        (lambda b: carom.Batch(b.world(0), 2, dt=-1), "dt"),
        (lambda b: carom.Batch(b.world(0), 2, balls=2**31), "balls"),
        (lambda b: carom.set_threads(10**6), "threads"),
    ],
)
def test_what_is_refused_names_the_argument(call, field, bowl) -> None:  # type: ignore[no-untyped-def]
    batch = carom.Batch(bowl, 4)
    with pytest.raises(carom.Error) as raised:
        call(batch)
    assert raised.value.field == field


def test_threads_wait_for_each_other(bowl: carom.World) -> None:
    batch = carom.Batch(bowl, 64)
    once = carom.Batch(bowl, 64)
    workers = [threading.Thread(target=lambda: [batch.step(5) for _ in range(20)]) for _ in range(4)]
    for worker in workers:
        worker.start()
    while any(worker.is_alive() for worker in workers):
        assert batch.positions.shape == (64, 2, 2)
        batch.state_hashes()
    for worker in workers:
        worker.join()
    once.step(400)
    assert batch.state_hashes().tolist() == once.state_hashes().tolist()


def _child(batch: carom.Batch, out: "multiprocessing.SimpleQueue[int]") -> None:
    batch.step(10)
    out.put(int(batch.state_hashes()[0]))


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
@pytest.mark.filterwarnings("ignore:This process:DeprecationWarning")
def test_a_child_of_a_fork_has_threads_of_its_own(bowl: carom.World) -> None:
    batch = carom.Batch(bowl, 64)
    batch.step(10)
    context = multiprocessing.get_context("fork")
    out = context.SimpleQueue()
    child = context.Process(target=_child, args=(batch, out))
    child.start()
    child.join(60)
    assert child.exitcode == 0
    batch.step(10)
    assert out.get() == int(batch.state_hashes()[0])


def test_any_number_of_threads_gives_the_same_bits(bowl: carom.World) -> None:
    hashes = []
    for threads in (1, 2, 3):
        carom.set_threads(threads)
        assert carom.threads() == threads
        batch = carom.Batch(bowl, 32)
        batch.set_velocities(np.random.default_rng(5).normal(size=(32, 2, 2)))
        batch.step(200)
        hashes.append(batch.state_hashes().tolist())
    carom.set_threads(0)
    assert hashes[0] == hashes[1] == hashes[2]
