"""Derivatives of a run by what it starts from."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ._carom import Batch, World
from ._error import Error

_PARTS = ("x", "y", "vx", "vy")

Quantity = tuple[int, str]
"""A ball's id and one of `x`, `y`, `vx` and `vy`."""


class Jacobian(NamedTuple):
    """Derivatives, and how far they may be off."""

    value: npt.NDArray[np.float64]
    """One row for each quantity of the end, one column for each of the start."""
    error: npt.NDArray[np.float64]
    """An estimate of the error of each, from two lengths of the difference."""
    step: npt.NDArray[np.float64]
    """The length of the difference that was taken for each column."""


def _check(name: str, quantities: Sequence[Quantity], ids: list[int]) -> list[tuple[int, int]]:
    out = []
    for n, quantity in enumerate(quantities):
        try:
            ball, part = quantity
            out.append((ids.index(ball), _PARTS.index(part)))
        except (TypeError, ValueError):
            allowed = "(id of a ball, one of 'x', 'y', 'vx', 'vy')"
            raise Error(f"{name}[{n}] is {quantity!r}, but must be {allowed}", f"{name}[{n}]", None, allowed) from None
    return out


def jacobian(
    world: World,
    seconds: float,
    wrt: Sequence[Quantity],
    of: Sequence[Quantity],
    *,
    dt: float = 1 / 240,
    act: Callable[[Batch], Any] | None = None,
) -> Jacobian:
    """Derivatives of where balls are after `seconds` by where they start, through all bounces between.

    `wrt` and `of` name quantities by ball and part: `(ball, "x")`, `"y"`, `"vx"` or `"vy"`. They are central differences of
    exact runs, all in one batch. Bounces happen at their true times, so that the outcome is smooth in the start wherever
    the order of bounces stays the same. A start is a number of single precision: differences are taken between the numbers
    that the engine gets, and lengths are powers of two from 2^-5 to 2^-13 of the ball's scale. Of neighboring lengths those
    two are taken that agree best, improved by Richardson's rule; their difference estimates the error. An estimate that is
    not small says that a graze lies near. `act` is called with the batch before it runs.
    """
    ids = [int(ball) for ball in world.balls()]
    rows, columns = _check("of", of, ids), _check("wrt", wrt, ids)
    if not rows or not columns:
        empty = "of" if not rows else "wrt"
        raise Error(f"{empty} has 0 entries, but must have at least one", empty, 0, "at least one entry")
    steps = round(seconds / dt)
    if not 0 <= steps <= 10_000_000 or not np.isfinite(seconds):
        raise Error(f"seconds is {seconds}, but must be 0 to 10 000 000 steps of dt", "seconds", seconds)
    lengths = 2.0 ** -np.arange(5, 14)
    starts = []
    for ball, part in columns:
        state = (*_known(world.position(ids[ball])), *_known(world.velocity(ids[ball])))
        scale = max(_known(world.ball(ids[ball])).radius, 1e-3) if part < 2 else max(1.0, abs(state[part]))
        starts.append((state, scale))
    batch = Batch(world, 2 * len(columns) * len(lengths), dt=dt)
    places, velocities = batch.positions.copy(), batch.velocities.copy()
    # Only what is varied is set: the rest keeps all its digits.
    put = np.zeros(places.shape[:2], bool)
    push = np.zeros(places.shape[:2], bool)
    spans = np.zeros((len(columns), len(lengths)))
    for c, (ball, part) in enumerate(columns):
        state, scale = starts[c]
        for k, length in enumerate(lengths):
            ends = []
            for side in (-1, 1):
                n = 2 * (c * len(lengths) + k) + (side > 0)
                varied = float(np.float32(state[part] + side * length * scale))
                ends.append(varied)
                target, mask = (places, put) if part < 2 else (velocities, push)
                target[n, ball, part % 2] = varied
                mask[n, ball] = True
            spans[c, k] = ends[1] - ends[0]
    if put.any():
        batch.set_positions(places, put)
    if push.any():
        batch.set_velocities(velocities, push)
    if act is not None:
        act(batch)
    batch.step(steps)
    ended = np.concatenate([batch.positions, batch.velocities], axis=2)
    order = np.array([ids_of.tolist() for ids_of in batch.ids])
    if not (order == np.array(ids, np.uint64)).all():
        raise Error("a ball came or went during the run: the outcome has no derivative")
    ended = ended.reshape(len(columns), -1, 2, len(ids), 4)
    value = np.zeros((len(rows), len(columns)))
    error, taken = np.zeros_like(value), np.zeros(len(columns))
    for c in range(len(columns)):
        sides = np.stack([ended[c, :, :, ball, part] for ball, part in rows], axis=2)
        slopes = (sides[:, 1] - sides[:, 0]) / spans[c][:, None]
        gaps = np.abs(np.diff(slopes, axis=0))
        best = int(np.argmin(gaps.max(axis=1)))
        ratio = (spans[c, best] / spans[c, best + 1]) ** 2
        value[:, c] = slopes[best + 1] + (slopes[best + 1] - slopes[best]) / (ratio - 1)
        error[:, c] = gaps[best]
        taken[c] = spans[c, best + 1]
    return Jacobian(value, error, taken)


def _known(value: Any) -> Any:
    assert value is not None, "a ball of the world"
    return value
