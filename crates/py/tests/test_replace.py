"""What a world says of what is in it, and what takes its place."""

import dataclasses
import math

import numpy as np
import pytest

import carom
from carom import model


@pytest.mark.parametrize("name", ["Config", "Material", "Filter", "Ball", "Body", "Field", "Floor", "FloorSurface"])
def test_a_description_has_the_fields_and_defaults_of_the_engine(name: str) -> None:
    """A field that the engine gains and Python lacks would have every call refused that takes such a description."""
    cls, engine = getattr(carom, name), model._DEFAULTS[name]
    assert {field.name for field in dataclasses.fields(cls)} == set(engine)
    again = cls._of(engine)
    assert cls._of(again._plain()) == again
    made = cls((0, 0), 1) if name == "Ball" else cls()
    assert made._plain() == again._plain()


def test_what_is_read_can_be_put_back() -> None:
    world = carom.World()
    ball = world.add_ball(carom.Ball((0, 1), 0.1, drag=0.5, max_speed=3, inertia_factor=math.inf, user_data=7))
    body = world.add_body(carom.Body.kinematic((1, 2), velocity=(0, 1)), shapes=[carom.Shape.circle((0, 0), 0.2)])
    hinge = world.add_joint(carom.Joint.hinge((5, 0), 1, limits=(0, 1)))
    link = world.add_link(carom.Link.rope(ball, (0, 3), 4))
    field = world.add_field(carom.Field(region=carom.Region.circle((0, 0), 1), attractor=carom.Attractor((0, 0), 1, 0.5)))
    world.set_floor(carom.Floor(gravity=9.81))
    before = world.state_hash()
    described = world.ball(ball)
    assert described is not None and (described.drag, described.max_speed, described.inertia_factor) == (0.5, 3.0, math.inf)
    world.set_ball(ball, described)
    joint, rope, pull = world.joint(hinge), world.link(link), world.field(field)
    assert joint is not None and rope is not None and pull is not None
    world.set_joint(hinge, joint)
    world.set_link(link, rope)
    world.set_field(field, pull)
    world.set_floor(world.floor())
    assert world.state_hash() == before
    there = world.body(body)
    assert there is not None and (there.kind, there.position, there.velocity) == ("kinematic", (1.0, 2.0), (0.0, 1.0))
    assert (world.links(), world.fields()) == ([link], [field])
    assert world.link_ends(link) == ((0.0, 1.0), (0.0, 3.0))
    assert world.joint_limit(hinge) == "lower"
    world.set_drag(ball, 0)
    world.set_max_speed(ball, None)
    after = world.ball(ball)
    assert after is not None and (after.drag, after.max_speed) == (0.0, None)


def test_a_shape_changes_under_its_id() -> None:
    world = carom.World(gravity=(0, 0))
    floor = world.add_body()
    shape = world.add_shape(floor, carom.Shape.segment((-1, 0), (1, 0)))
    world.set_shape(shape, carom.Shape.segment((-1, 1), (1, 1)).material(carom.Material(friction=0.5)).user_data(3))
    hit = world.cast_ray((0, 5), (0, -10))
    assert hit is not None and (hit.shape, hit.point) == (shape, (0.0, 1.0))
    surface = world.shape_material(shape)
    assert surface is not None and surface.friction == 0.5
    assert (world.shape_body(shape), world.shape_user_data(shape)) == (floor, 3)
    assert not world.is_sensor(shape) and not world.is_solid(shape)
    assert world.shape_filter(shape) == carom.Filter()


def test_what_is_out_of_play_is_not_met() -> None:
    world = carom.World(gravity=(0, -10))
    floor = world.add_body()
    shape = world.add_shape(floor, carom.Shape.segment((-1, 0), (1, 0)))
    ball = world.add_ball(carom.Ball((0, 1), 0.1))
    world.set_enabled(ball, False)
    world.step(1 / 60, 30)
    assert world.position(ball) == (0.0, 1.0) and not world.is_enabled(ball) and world.contains(ball)
    world.set_enabled(ball)
    world.set_shape_enabled(shape, False)
    assert not world.is_shape_enabled(shape)
    world.step(1 / 60, 60)
    place = world.position(ball)
    assert place is not None and place[1] < -2
    world.clear()
    assert (world.ball_count, world.contains(ball), world.contains(floor)) == (0, False, False)


def test_contacts_and_overlaps() -> None:
    world = carom.World(gravity=(0, -10))
    floor = world.add_body(shapes=[carom.Shape.half_plane((0, 0), (0, 1))])
    ball = world.add_ball(carom.Ball((0, 0.1), 0.1, mass=2))
    far = world.add_ball(carom.Ball((5, 0.1), 0.1))
    world.step(1 / 60, 60)
    (contact,) = world.contacts_of(ball)
    assert (contact["body_a"], contact["body_b"]) == (floor, ball)
    assert contact["normal"] == pytest.approx((0, 1)) and contact["normal_impulse"] * 60 == pytest.approx(20, rel=1e-3)
    assert sorted(world.contacts()["body_b"]) == sorted([ball, far])
    area = carom.Shape.rect((0, 0), (1, 1))
    assert world.overlap_shape(area) == [ball]
    assert world.overlap_shape(area, (5, 0), 0.3, without=far) == []
    assert len(world.crushed()) == 0


def test_a_sensor_knows_who_is_in_it_and_where_they_entered() -> None:
    world = carom.World(gravity=(0, 0))
    sensor = world.add_shape(world.add_body(), carom.Shape.rect((0, 0), (2, 2)).sensor_of_centers())
    ball = world.add_ball(carom.Ball((-2, 0), 0.1, velocity=(2, 0)))
    world.step(1)
    (entered,) = world.sensor_entered()
    assert entered["ball"] == ball and entered["time"] == pytest.approx(0.5)
    assert entered["position"] == pytest.approx((-1, 0)) and entered["velocity"].tolist() == [2, 0]
    assert world.is_sensor(sensor) and world.balls_in_sensor(sensor) == [ball]


def test_all_paths_after_a_shot() -> None:
    world = carom.World(gravity=(0, 0))
    elastic = carom.Material(restitution=1, friction=0)
    cue, other = (world.add_ball(carom.Ball((x, 0), 0.03, material=elastic)) for x in (0, 1))
    before = world.state_hash()
    ahead = world.predict_all(cue, velocity=(2, 0), seconds=1)
    assert world.state_hash() == before
    assert (ahead["shot"], list(ahead["paths"])) == (cue, [cue, other])
    ends = [ahead["paths"][ball]["position"][-1, 0] for ball in (cue, other)]
    assert np.allclose(ends, [0.94, 2.06], atol=1e-3) and len(ahead["impacts"]) == 1


def test_the_table_and_pairs_of_materials() -> None:
    world = carom.World(gravity=(0, 0))
    ball = world.add_ball(carom.Ball((0, 0), 0.1))
    world.set_table_acceleration((1, 0))
    assert world.table_acceleration == (1.0, 0.0) and world.table_velocity == (0.0, 0.0)
    world.step(1 / 64, 64)
    place = world.position(ball)
    assert place is not None and place[0] == pytest.approx(-0.5, abs=1e-2)
    world.set_material_pair(1, 2, carom.Material(restitution=0.1))
    world.set_material_pair(1, 2, None)
    world.set_floor(carom.Floor(gravity=9.81))
    world.set_rolling_velocity(ball, (0, 1))
    assert world.rolling_velocity(ball) == (0.0, 1.0)
