"""Carom: a 2D physics engine for ball games. Exact bounces, the same bits everywhere, thousands of worlds at once.

    import carom

    world = carom.World(gravity=(0, -9.81))
    world.add_body(shapes=[carom.Shape.segment((-1, 0), (1, 0))])
    ball = world.add_ball(carom.Ball((0, 1), 0.1))
    world.step(1 / 60, 60)
    print(world.position(ball))

See docs/python.md of the repository.
"""

from __future__ import annotations

from ._carom import Arena, Batch, BatchSnapshot, Scene, Shape, Table, World, merge_sweep, set_threads, threads
from ._error import Error
from ._jacobian import Jacobian, jacobian
from ._sweep import sweep, write_sweep
from .model import (
    Attractor,
    Ball,
    Body,
    BodyId,
    CastHit,
    ClosestPoint,
    Config,
    Field,
    FieldId,
    Filter,
    Floor,
    FloorSurface,
    FloorZone,
    Joint,
    Link,
    LinkEnd,
    LinkId,
    Material,
    Motor,
    Region,
    ShapeId,
)

__all__ = [
    "Arena",
    "Attractor",
    "Ball",
    "Batch",
    "BatchSnapshot",
    "Body",
    "BodyId",
    "CastHit",
    "ClosestPoint",
    "Config",
    "Error",
    "Field",
    "FieldId",
    "Filter",
    "Floor",
    "FloorSurface",
    "FloorZone",
    "Jacobian",
    "Joint",
    "Link",
    "LinkEnd",
    "LinkId",
    "Material",
    "Motor",
    "Region",
    "Scene",
    "Shape",
    "ShapeId",
    "Table",
    "World",
    "jacobian",
    "merge_sweep",
    "set_threads",
    "sweep",
    "threads",
    "write_sweep",
]
