"""Plots are drawn when they are asked for."""

import numpy as np
import pytest

import carom


@pytest.mark.filterwarnings("ignore")
def test_plots(bowl: carom.World) -> None:
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    import carom.plot

    axes = carom.plot.world(bowl, width=100, height=100)
    carom.plot.path(bowl.predict(bowl.balls()[0], seconds=1))
    carom.plot.outcomes([1, 2], [3, 4], np.array(["a", "b"]))
    carom.plot.outcomes([1, 2], [3, 4], [0.1, 0.9])
    axes.figure.canvas.draw()
    rows = carom.sweep(bowl_scene(), {"ball.speed": "uniform(0,1)", "ball.angle": "uniform(0,360)"}, runs=20, seconds=0.1)
    assert carom.plot.sweep(rows, "ball.speed", "ball.angle").get_xlabel() == "ball.speed"
    carom.plot.sweep(rows, "ball.speed", "ball.angle", by="top_speed")
    carom.plot.sweep(rows, "top_speed")


def bowl_scene() -> carom.Scene:
    return carom.Scene.from_ron('(carom: 1, balls: [(name: "ball", position: (0, 1), radius: 0.1)])')
