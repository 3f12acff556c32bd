"""What the tests share."""

from pathlib import Path

import pytest

import carom

SCENES = Path(__file__).parents[3] / "examples" / "scenes"


@pytest.fixture
def pinball() -> carom.Scene:
    return carom.Scene.load(SCENES / "pinball.ron")


@pytest.fixture
def bowl() -> carom.World:
    world = carom.World()
    world.add_body(shapes=[carom.Shape.arc((0, 0), 1, 3.2, 2.9)])
    world.add_ball(carom.Ball((-0.6, 0.2), 0.05))
    world.add_ball(carom.Ball((0.5, 0.3), 0.08, material=carom.Material(restitution=0.9)))
    return world
