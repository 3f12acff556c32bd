"""Derivatives through bounces."""

import numpy as np
import pytest

import carom


@pytest.mark.parametrize("rate", [10, 64, 256, 1024])
def test_two_balls_hand_on_their_motion(rate: int) -> None:
    """A scene on which differentiable simulators give (0.75, 0.25, 0.91, 0.08): the second ball leaves the first at rest."""
    world = carom.World(gravity=(0, 0))
    elastic = carom.Material(restitution=1, friction=0)
    a = world.add_ball(carom.Ball((0, 0), 0.1, velocity=(1, 0), mass=1, material=elastic))
    b = world.add_ball(carom.Ball((0.5, 0), 0.1, mass=1, material=elastic))
    wrt = [(a, "x"), (b, "x"), (a, "vx"), (b, "vx")]
    found = carom.jacobian(world, 1.0, wrt, [(b, "x")], dt=1 / rate)
    assert found.value[0] == pytest.approx([1, 0, 1, 0], abs=1e-6)
    assert (found.error < 1e-5).all()
    assert world.position(a) == (0, 0)


def test_a_bounce_off_a_floor_turns_the_sign() -> None:
    world = carom.World(gravity=(0, 0))
    world.add_body(shapes=[carom.Shape.half_plane((0, 0), (0, 1)).material(carom.Material(restitution=1))])
    ball = world.add_ball(carom.Ball((0, 1), 0.25, velocity=(0, -2), material=carom.Material(restitution=1)))
    found = carom.jacobian(world, 1.0, [(ball, "y"), (ball, "vy")], [(ball, "y"), (ball, "vy")])
    assert found.value == pytest.approx(np.array([[-1, -1], [0, -1]]), abs=1e-6)


def test_what_is_refused_names_the_quantity(bowl: carom.World) -> None:
    with pytest.raises(carom.Error) as raised:
        carom.jacobian(bowl, 1, [(bowl.balls()[0], "z")], [(bowl.balls()[0], "x")])
    assert raised.value.field == "wrt[0]"
    with pytest.raises(carom.Error) as raised:
        carom.jacobian(bowl, 1, [(bowl.balls()[0], "x")], [])
    assert raised.value.field == "of"
