"""A world in Python is the world of Rust."""

import math
import pickle

import numpy as np
import pytest

import carom


def test_a_ball_falls_exactly() -> None:
    world = carom.World(gravity=(0, -8))
    ball = world.add_ball(carom.Ball((0, 100), 0.5, velocity=(1, 0)))
    world.step(1 / 64, 64)
    assert world.position(ball) == (1.0, 96.0)
    assert world.velocity(ball) == (1.0, -8.0)


def test_impacts_come_with_all_their_digits() -> None:
    world = carom.World(gravity=(0, 0))
    wall = world.add_body(shapes=[carom.Shape.half_plane((0, 0), (0, 1))])
    ball = world.add_ball(carom.Ball((0, 1), 0.25, velocity=(0, -3)))
    world.step(1)
    (impact,) = world.impacts()
    assert (impact["body_a"], impact["body_b"]) == (wall, ball)
    assert impact["time"] == 0.25
    assert impact["point"].tolist() == [0, 0]
    assert impact["normal"].tolist() == [0, 1]


def test_a_scale_weighs_what_lies_on_it() -> None:
    world = carom.World(gravity=(0, -10))
    scale = world.add_body(shapes=[carom.Shape.segment((-1, 0), (1, 0))])
    ball = world.add_ball(carom.Ball((0.5, 0.1), 0.1, mass=2))
    world.step(1 / 60, 120)
    load = world.load_on(scale)
    assert load is not None
    force, torque = load
    assert force == pytest.approx((0, -20), abs=1e-2) and torque == pytest.approx(-10, abs=1e-2)
    world.remove_body(ball)
    assert world.load_on(ball) is None


def test_all_that_can_be_added(bowl: carom.World) -> None:
    world = bowl
    a, b = world.balls()
    hinge = world.add_joint(
        carom.Joint.hinge((0, 0.5), 1e-3, limits=(-0.5, 0.5), motor=carom.Motor.velocity(3.0, 0.2)),
        shapes=[carom.Shape.capsule((0, 0), (0.2, 0), 0.01)],
    )
    slider = world.add_joint(carom.Joint.slider((0, 2), (0, 1), 0.1, (0, 0.2)), shapes=[carom.Shape.rect((0, 0), (1, 0.1))])
    world.set_motor(slider, carom.Motor.force(2))
    link = world.add_link(carom.Link.spring(a, b, 0.4, 3.0, damping=0.1))
    world.add_link(carom.Link.rope(a, (0, 1), 3))
    world.add_link(carom.Link.rod(carom.LinkEnd.body(hinge, (0.1, 0)), b, 1))
    field = world.add_field(carom.Field(region=carom.Region.circle((0, 0), 1), acceleration=(0.1, 0)))
    world.add_field(carom.Field(attractor=carom.Attractor((0, 0), 0.1, 0.1)))
    world.set_floor(carom.Floor(gravity=9.81))
    world.add_floor_zone(carom.FloorZone(carom.Region.between((0, 0), (1, 1)), carom.FloorSurface(rolling_friction=0.1)))
    moving = world.add_body(carom.Body.kinematic((0, -3), velocity=(1, 0)), shapes=[carom.Shape.circle((0, 0), 0.1).sensor()])
    path = carom.Shape.path((0, 0), [("line", (1, 0)), ("tangent", (1, 1)), ("arc", (0, 2), (-1, 1)), ("bend", (0, -4), 0.5)])
    world.add_shape(moving, path.radius(0.01).material(carom.Material(restitution_curve=[(0, 1), (5, 0.5)])))
    world.step(1 / 240, 60)
    assert world.kind(hinge) == "hinge" and world.kind(slider) == "slider" and world.kind(moving) == "kinematic"
    assert world.joint_position(hinge) is not None
    joint = world.joint(hinge)
    assert joint is not None and joint.motor == carom.Motor.velocity(3.0, np.float32(0.2).item())
    world.remove_link(link)
    world.remove_field(field)
    world.clear_floor_zones()
    world.remove_body(hinge)
    assert world.kind(hinge) is None and world.position(hinge) is None


def test_descriptions_come_back(bowl: carom.World) -> None:
    ball = bowl.ball(bowl.balls()[1])
    assert ball is not None
    assert ball.material.restitution == np.float32(0.9)
    copy = carom.World(bowl.config)
    again = copy.ball(copy.add_ball(ball))
    assert again == ball
    assert pickle.loads(pickle.dumps(ball)) == ball
    assert bowl.config == carom.Config()


def test_a_snapshot_has_the_same_future(bowl: carom.World) -> None:
    bowl.step(1 / 120, 50)
    snapshot = bowl.snapshot()
    other = carom.World.from_snapshot(snapshot)
    bowl.step(1 / 120, 100)
    other.step(1 / 120, 100)
    assert bowl.state_hash() == other.state_hash()
    bowl.restore(snapshot)
    assert bowl.snapshot() == snapshot
    copy = bowl.copy()
    copy.step(1 / 120, 100)
    assert copy.state_hash() == other.state_hash() != bowl.state_hash()


def test_queries_and_prediction(bowl: carom.World) -> None:
    a, b = bowl.balls()
    hit = bowl.cast_ray((-0.6, 1), (0, -2))
    assert hit is not None and hit.body == a and hit.shape is None
    behind = bowl.cast_ray((-0.6, 1), (0, -2), without=a)
    assert behind is not None and behind.shape is not None
    assert [hit.body for hit in bowl.cast_ball((-1, 0.25), 0.05, (3, 0))] == [a, b]
    assert bowl.closest_point((0.5, 0.3), 0.01) is not None
    assert {found.body for found in bowl.overlap_ball((0, 0.2), 0.6)} == {a, b}
    before = bowl.state_hash()
    path = bowl.predict(a, seconds=2, bounces=3)
    assert path["end"] == "bounces" and len(path["impacts"]) == 3
    assert (np.diff(path["points"]["time"]) >= 0).all()
    assert bowl.state_hash() == before
    assert bowl.predict(carom.Ball((0, 0), 0.1))["points"]["time"][0] == 0


def test_pictures(bowl: carom.World) -> None:
    assert bowl._repr_svg_().startswith("<svg")
    rgb = bowl.rgb(320, 200)
    assert rgb.shape[2] == 3 and rgb.dtype == np.uint8 and rgb.std() > 1
    assert "2 balls" in repr(bowl)


@pytest.mark.parametrize(
    ("call", "field", "value"),
    [
        (lambda w: w.add_ball(carom.Ball((0, 0), -1)), "ball.radius", -1),
        (lambda w: w.add_ball(carom.Ball((0, math.nan), 1)), "ball.position", math.nan),
        (lambda w: w.add_ball(carom.Ball((0, 0), "wide")), "ball.radius", None),
        (lambda w: w.add_ball(carom.Ball((0, 0, 0), 1)), "ball.position", None),
        (lambda w: w.add_ball(7), "ball", None),
        (lambda w: w.step(math.nan), "dt", math.nan),
        (lambda w: w.step("soon"), "dt", None),
        (lambda w: w.set_gravity((math.inf, 0)), "config.gravity", math.inf),
        (lambda w: w.set_gravity("ab"), "gravity", None),
        (lambda w: w.set_velocity(99, (0, 0)), "body", None),
        (lambda w: carom.Shape.circle((0, 0), -2), "circle.radius", -2),
        (lambda w: carom.Shape.polyline([(0, 0)]), "number of points", 1),
        (lambda w: carom.Shape.path((0, 0), [("lin", (1, 1))]), "legs[0]", None),
        (lambda w: carom.Shape.segment((0, 0), (1, 0)).side("up"), "side", None),
        (lambda w: w.svg(1, 1), "width", 1),
        (lambda w: carom.World.from_snapshot(b"no"), None, None),
    ],
)
def test_what_is_refused_names_field_and_value(call, field, value, bowl) -> None:  # type: ignore[no-untyped-def]
    before = bowl.state_hash()
    with pytest.raises(carom.Error) as raised:
        call(bowl)
    error = raised.value
    assert isinstance(error, ValueError)
    assert error.field == field
    assert error.value == value or (value is not None and math.isnan(value) and math.isnan(error.value))
    assert field is None or error.range
    assert bowl.state_hash() == before


@pytest.mark.parametrize(
    ("call", "argument"),
    [
        (lambda w: w.remove_body(-1), "body"),
        (lambda w: w.remove_body("ball"), "body"),
        (lambda w: w.set_mass(1, 10**400), "mass"),
        (lambda w: w.step(0.1, -3), "steps"),
        (lambda w: w.add_body(shapes=[1]), "shapes"),
    ],
)
def test_what_is_of_another_type_names_the_argument(call, argument, bowl) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(TypeError, match=argument):
        call(bowl)


def test_errors_can_be_kept() -> None:
    error = pickle.loads(pickle.dumps(carom.Error("x is 1", "x", 1.0, "0")))
    assert (str(error), error.field, error.value, error.range) == ("x is 1", "x", 1.0, "0")
