"""Scenes of all kinds, and their faults."""

from pathlib import Path

import pytest

import carom

SCENES = Path(__file__).parents[3] / "examples" / "scenes"


def test_a_scene_plays(pinball: carom.Scene) -> None:
    pinball.step(2400)
    assert pinball.time == pytest.approx(10, abs=1e-6)
    assert pinball.score > 0 and "drain" in pinball.goals()
    assert {"left", "right", "plunger"} <= set(pinball.inputs)
    ball = pinball.find("ball")
    assert ball is not None and pinball.name_of(ball) == "ball"
    again = carom.Scene.from_json(pinball.save())
    pinball.step(100)
    again.step(100)
    assert again.world.state_hash() == pinball.world.state_hash()
    assert "Pinball" in repr(pinball) and pinball._repr_svg_().startswith("<svg")


def test_values_are_set_by_their_paths() -> None:
    name = "materials.rubber.restitution"
    scene = carom.Scene.load(SCENES / "pinball.ron", {name: 0.5, "world.gravity": (0, -2)})
    assert scene.world.config.gravity == (0, -2)
    assert scene.restart({"world.gravity": [0, -3]}).world.config.gravity == (0, -3)
    with pytest.raises(carom.Error, match="rubber") as raised:
        carom.Scene.load(SCENES / "pinball.ron", {"materials.ruber.restitution": 0.5})
    assert raised.value.help == "did you mean `rubber`?"


def test_other_formats_are_read() -> None:
    scene = carom.Scene.load(SCENES / "disc_football.hbs")
    assert scene.world.ball_count > 0


def test_a_fault_has_its_place(tmp_path: Path) -> None:
    path = tmp_path / "table.ron"
    path.write_text("(\n  carom: 1,\n  balls: [(position: (0, 1), radius: -1)],\n)")
    with pytest.raises(carom.Error) as raised:
        carom.Scene.load(path)
    error = raised.value
    assert error.line == 3 and error.field == "balls[0].radius" and str(path) in str(error)
    with pytest.raises(carom.Error, match="must end in"):
        carom.Scene.load(tmp_path / "table.txt")
    with pytest.raises(carom.Error, match="one of the scene's buttons"):
        carom.Scene.from_ron("(carom: 1)").press("jump")


def test_the_world_of_a_scene_is_the_scene_s(pinball: carom.Scene) -> None:
    ball = pinball.find("ball")
    assert ball is not None
    pinball.world.set_velocity(ball, (0, 3))
    pinball.step()
    place = pinball.world.position(ball)
    assert place is not None and place[1] > 0.1135
