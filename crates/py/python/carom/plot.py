"""Plots by matplotlib, which is needed only when one is drawn."""

from __future__ import annotations

from typing import Any

import numpy as np

from ._carom import Table, World


def _axes(axes: Any) -> Any:
    if axes is not None:
        return axes
    import matplotlib.pyplot as plt

    return plt.figure().add_subplot()


def world(of: World, axes: Any = None, *, width: int = 640, height: int = 640) -> Any:
    """Shows a world as it is now. Returns the axes."""
    axes = _axes(axes)
    axes.imshow(of.rgb(width, height))
    axes.set_axis_off()
    return axes


def path(of: dict[str, Any], axes: Any = None, **style: Any) -> Any:
    """Draws what `World.predict` foresees, with a dot at each bounce. Returns the axes."""
    axes = _axes(axes)
    places = of["points"]["position"]
    (line,) = axes.plot(places[:, 0], places[:, 1], **style)
    bounces = of["impacts"]["point"]
    axes.plot(bounces[:, 0], bounces[:, 1], ".", color=line.get_color())
    axes.set_aspect("equal")
    return axes


def outcomes(x: Any, y: Any, outcome: Any, axes: Any = None, **style: Any) -> Any:
    """A map of two varied values against an outcome: numbers as colours, names with a legend. Returns the axes."""
    axes = _axes(axes)
    x, y, outcome = np.asarray(x), np.asarray(y), np.asarray(outcome)
    if outcome.dtype.kind in "biuf":
        dots = axes.scatter(x, y, c=outcome, s=4, **style)
        axes.figure.colorbar(dots, ax=axes)
    else:
        for name in np.unique(outcome):
            here = outcome == name
            axes.plot(x[here], y[here], ".", markersize=3, label=str(name), **style)
        axes.legend()
    return axes


def sweep(rows: Table, x: str, y: str | None = None, *, by: str = "ended_by", axes: Any = None, **style: Any) -> Any:
    """A map of two columns of a sweep, coloured by a third; with one column its histogram. Returns the axes."""
    if y is None:
        axes = _axes(axes)
        axes.hist(rows[x], bins="auto", **style)
        axes.set_xlabel(x)
        return axes
    axes = outcomes(rows[x], rows[y], rows[by], axes, **style)
    axes.set_xlabel(x)
    axes.set_ylabel(y)
    return axes
