"""Whatever is passed in, the answer is a value or an exception of Python's own kinds; never a panic."""

import math
import os
from typing import Any

import numpy as np
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import carom

NUMBERS = st.one_of(
    st.floats(width=64),
    st.sampled_from([0, -1, 1, 0.1, 1e-9, 1e8, 1e9, 2**64, 10**400, math.nan, math.inf, True, None, "x", b"x", [], {}]),
    st.integers(-(2**65), 2**65),
)
POINTS = st.one_of(st.tuples(NUMBERS, NUMBERS), NUMBERS, st.lists(NUMBERS, max_size=4), st.just(np.zeros((2, 2))))
VALUES = st.one_of(NUMBERS, POINTS)
ARRAYS = st.one_of(
    VALUES,
    st.builds(
        lambda shape, dtype: np.zeros(shape, dtype),
        st.lists(st.integers(0, 4), max_size=4).map(tuple),
        st.sampled_from(["f8", "f4", "i8", "?", "c16", "U3", "O", "M8[s]"]),
    ),
)

WORLD = [name for name in dir(carom.World) if not name.startswith("_") and name != "from_snapshot"]
BATCH = [name for name in dir(carom.Batch) if not name.startswith("_")]
SHAPES = ["circle", "segment", "capsule", "arc", "rect", "polygon", "polyline", "path", "half_plane"]
REFUSED = (carom.Error, TypeError, OverflowError)


def _describe(kind: str, a: Any, b: Any, c: Any) -> Any:
    return {
        "ball": lambda: carom.Ball(a, b, velocity=c),
        "body": lambda: carom.Body(position=a, angle=b),
        "joint": lambda: carom.Joint.hinge(a, b, limits=c),
        "slider": lambda: carom.Joint.slider(a, c, b, (0, 1)),
        "link": lambda: carom.Link.spring(a, b, 1, 1) if isinstance(a, int) else carom.Link.rope(a, b, 1),
        "material": lambda: carom.Material(restitution=b, friction=c),
        "field": lambda: carom.Field(acceleration=a, drag=b),
        "config": lambda: carom.Config(gravity=a, slop=b),
        "motor": lambda: carom.Motor.velocity(b, c),
    }[kind]()


DESCRIBED = st.builds(
    _describe,
    st.sampled_from(["ball", "body", "joint", "slider", "link", "material", "field", "config", "motor"]),
    POINTS,
    NUMBERS,
    VALUES,
)
ARGUMENTS = st.lists(st.one_of(VALUES, DESCRIBED, st.integers(0, 3)), max_size=4)
QUICK = settings(
    max_examples=int(os.environ.get("CAROM_EXAMPLES", "600")), deadline=None, derandomize=True, suppress_health_check=list(HealthCheck), database=None
)


def _world() -> carom.World:
    world = carom.World()
    world.add_body(shapes=[carom.Shape.segment((-1, 0), (1, 0))])
    world.add_ball(carom.Ball((0, 0.3), 0.1))
    return world


@QUICK
@given(st.lists(st.tuples(st.sampled_from(WORLD), ARGUMENTS, st.integers(0, 2)), max_size=25))
def test_calls_of_a_world(calls: list[tuple[str, list[Any], int]]) -> None:
    world = _world()
    ids = [*world.balls(), *world.bodies()]
    for name, arguments, which in calls:
        method = getattr(world, name)
        if not callable(method):
            continue
        # Half of the calls name what is there; none steps for hours.
        given_ids = [ids[which], *arguments] if which < len(ids) else arguments
        if name in ("step", "svg", "rgb"):
            given_ids = arguments[:1]
        try:
            method(*given_ids)
        except REFUSED as error:
            assert str(error)
    world.step(1 / 240)
    world.snapshot()


@QUICK
@given(st.lists(st.tuples(st.sampled_from(BATCH), st.lists(ARRAYS, max_size=2)), max_size=15))
def test_calls_of_a_batch(calls: list[tuple[str, list[Any]]]) -> None:
    batch = carom.Batch(_world(), 3)
    for name, arguments in calls:
        method = getattr(batch, name)
        if not callable(method) or name == "step":
            continue
        try:
            method(*arguments)
        except REFUSED as error:
            assert str(error)
    batch.step(2)
    assert batch.positions.shape == (3, 1, 2)


@QUICK
@given(st.sampled_from(SHAPES), ARGUMENTS)
def test_shapes(name: str, arguments: list[Any]) -> None:
    try:
        shape = getattr(carom.Shape, name)(*arguments)
        world = _world()
        world.add_shape(world.bodies()[0], shape)
        world.step(1 / 240)
    except REFUSED as error:
        assert str(error)


@QUICK
@given(st.binary(max_size=400), st.text(max_size=80))
def test_files_and_snapshots(data: bytes, text: str) -> None:
    for read in (
        lambda: carom.World.from_snapshot(data),
        lambda: _world().restore(data),
        lambda: carom.Scene.from_ron(text),
        lambda: carom.Scene.from_json(text),
    ):
        try:
            read()
        except REFUSED as error:
            assert str(error)


def test_a_broken_snapshot_is_refused_or_sound() -> None:
    world = _world()
    whole = bytearray(world.snapshot())
    chance = np.random.default_rng(1)
    for _ in range(500):
        broken = bytearray(whole)
        broken[chance.integers(len(whole))] ^= 1 << chance.integers(8)
        try:
            carom.World.from_snapshot(bytes(broken)).step(1 / 240)
        except carom.Error as error:
            assert str(error)
