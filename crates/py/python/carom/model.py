"""Descriptions of balls, bodies, joints, links, surfaces and settings.

They are plain data classes with the names of the engine. What is not said has the engine's own default. The engine checks
them where they are used, and its `Error` names field, value and range.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Literal, NamedTuple, NewType, Self, TypeAlias, TypedDict, Unpack

import numpy as np
import numpy.typing as npt

from . import _carom

BodyId = NewType("BodyId", int)
"""Id of a ball or a body."""
ShapeId = NewType("ShapeId", int)
"""Id of a shape."""
LinkId = NewType("LinkId", int)
"""Id of a link."""
FieldId = NewType("FieldId", int)
"""Id of a field."""

PointLike: TypeAlias = Sequence[float] | npt.NDArray[Any]
"""Two numbers, x and y."""

_DEFAULTS = _carom.defaults()


def _plain(value: Any) -> Any:
    """Lists, numbers and texts, as the engine and scene files take them."""
    if isinstance(value, _Described):
        return value._plain()
    if isinstance(value, np.ndarray | np.generic):
        return value.tolist()
    if isinstance(value, Mapping):
        return {key: _plain(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(part) for part in value]
    return value


def _key(word: int) -> dict[str, int]:
    """An id as the engine's serde has it."""
    return {"idx": word & 0xFFFF_FFFF, "version": word >> 32}


def _word(key: Mapping[str, int]) -> int:
    return int(key["version"]) << 32 | int(key["idx"])


class _Described:
    """What every description can do."""

    _texts: ClassVar[dict[str, dict[str, str]]] = {}
    """Names of the engine's choices, by field."""

    def _plain(self) -> Any:
        out = {}
        for field in dataclasses.fields(self):  # type: ignore[arg-type]
            value = _plain(getattr(self, field.name))
            names = self._texts.get(field.name)
            if names is not None and isinstance(value, str):
                value = names.get(value, value)
            out[field.name] = value
        return out

    @classmethod
    def _of(cls, plain: Mapping[str, Any]) -> Self:
        parts = {}
        for field in dataclasses.fields(cls):  # type: ignore[arg-type]
            value = plain[field.name]
            back = {engine: own for own, engine in cls._texts.get(field.name, {}).items()}
            if isinstance(value, str):
                value = back.get(value, value)
            parts[field.name] = _READ.get(field.name, _same)(value)
        return cls(**parts)


def _same(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


@dataclasses.dataclass(frozen=True, kw_only=True)
class Material(_Described):
    """A surface."""

    restitution: float = _DEFAULTS["Material"]["restitution"]
    """Share of the approach speed that a bounce gives back, 0 to 1; above 1 a bounce gains."""
    restitution_curve: float | Sequence[PointLike] | None = None
    """How restitution falls with speed: the speed at which half is left, or points (speed, factor); `None`: not at all."""
    friction: float = _DEFAULTS["Material"]["friction"]
    """Coefficient of kinetic friction."""
    static_friction: float = _DEFAULTS["Material"]["static_friction"]
    """Coefficient of static friction; no less than the kinetic one counts."""
    rolling_resistance: float = _DEFAULTS["Material"]["rolling_resistance"]
    """Coefficient of rolling resistance."""
    surface_speed: float = _DEFAULTS["Material"]["surface_speed"]
    """Speed of a conveyor along the surface, length units per second."""
    kick: float = _DEFAULTS["Material"]["kick"]
    """Speed that a bumper adds along the normal, length units per second."""
    kick_threshold: float = _DEFAULTS["Material"]["kick_threshold"]
    """Approach speed from which it kicks, length units per second."""
    kick_profile: Literal["even", "slingshot"] = "even"
    """Where it kicks: everywhere alike, or hardest in the middle."""
    scatter_angle: float = _DEFAULTS["Material"]["scatter_angle"]
    """Largest random turn of a bounce, radians; it follows from the seed of the settings."""
    pair_id: int = _DEFAULTS["Material"]["pair_id"]
    """Number by which pairs of materials have surfaces of their own; 0 for none."""

    _texts = {"kick_profile": {"even": "Even", "slingshot": "Slingshot"}}

    def _plain(self) -> Any:
        out = super()._plain()
        curve = out["restitution_curve"]
        if curve is None:
            out["restitution_curve"] = "Constant"
        elif isinstance(curve, list):
            out["restitution_curve"] = {"Curve": curve}
        else:
            out["restitution_curve"] = {"HalfAt": curve}
        return out


def _curve(plain: Any) -> Any:
    if plain == "Constant" or plain is None or isinstance(plain, int | float | tuple):
        return None if plain == "Constant" else plain
    if "HalfAt" in plain:
        return plain["HalfAt"]
    return [tuple(point) for point in plain["Curve"]]


@dataclasses.dataclass(frozen=True, kw_only=True)
class Filter(_Described):
    """What meets what: two meet if the category of each is in the mask of the other."""

    category: int = _DEFAULTS["Filter"]["category"]
    """Bits of what it is, 32."""
    mask: int = _DEFAULTS["Filter"]["mask"]
    """Bits of what it meets, 32."""
    group: int = _DEFAULTS["Filter"]["group"]
    """Of the same group other than 0, those above 0 always meet, those below never."""


@dataclasses.dataclass(frozen=True, kw_only=True)
class Config(_Described):
    """Settings of a world. The defaults suit nearly every game."""

    gravity: PointLike = tuple(_DEFAULTS["Config"]["gravity"])
    """Length units per second squared."""
    max_substeps: int = _DEFAULTS["Config"]["max_substeps"]
    """Most substeps of a step, 1 to 64."""
    contact_frequency: float = _DEFAULTS["Config"]["contact_frequency"]
    """How stiff resting contacts may be, over the rate of `max_substeps`, 0.01 to 0.5."""
    contact_damping_ratio: float = _DEFAULTS["Config"]["contact_damping_ratio"]
    """How damped resting contacts are, 0.1 to 100."""
    max_push_speed: float = _DEFAULTS["Config"]["max_push_speed"]
    """Speed at which overlaps are pushed apart, radii a substep."""
    slop: float = _DEFAULTS["Config"]["slop"]
    """Overlap of resting contacts, radii."""
    max_penetration: float = _DEFAULTS["Config"]["max_penetration"]
    """Overlap at which a contact stops a ball, radii."""
    max_inelastic_impacts: float = _DEFAULTS["Config"]["max_inelastic_impacts"]
    """Losing impacts of a ball in a substep before it counts as resting."""
    max_work: int = _DEFAULTS["Config"]["max_work"]
    """Work on impacts in a step before balls that are struck again and again are stopped for the rest of it."""
    max_events: int = _DEFAULTS["Config"]["max_events"]
    """Events of each kind that a step reports."""
    max_speed: float | None = None
    """Highest speed of a ball, length units per second; `None` for any."""
    bounds: tuple[PointLike, PointLike] | None = None
    """Lower and upper corner of the region beyond which a ball is reported as out of bounds."""
    periodic: tuple[PointLike, PointLike] | None = None
    """Lower and upper corner of a box that repeats without end; along an axis on which both agree nothing repeats."""
    stuck_after: float | None = None
    """Seconds after which a ball that has not moved far is reported as stuck; `None` for never."""
    stuck_radius: float = _DEFAULTS["Config"]["stuck_radius"]
    """How far that is, length units."""
    sleep_speed: float = _DEFAULTS["Config"]["sleep_speed"]
    """Speed below which what rests falls asleep, radii; 0 for never."""
    seed: int = _DEFAULTS["Config"]["seed"]
    """Where the chance of `Material.scatter_angle` begins."""


def _disc(radius: float) -> float:
    return float(np.float32(np.pi * float(radius) ** 2))


@dataclasses.dataclass(frozen=True)
class Ball(_Described):
    """A ball: the only body that moves freely. A disc, or a sphere on a floor."""

    position: PointLike
    """Centre, length units."""
    radius: float
    """Length units, 1e-6 to 1e6."""
    _: dataclasses.KW_ONLY
    velocity: PointLike = (0.0, 0.0)
    """Length units per second."""
    angle: float = 0.0
    """Radians; for drawing only."""
    angular_velocity: float = 0.0
    """Radians per second."""
    rolling_velocity: PointLike = (0.0, 0.0)
    """On a floor: the velocity at which its spin would roll, length units per second."""
    is_sphere: bool = False
    """Whether it rolls on a floor, or slides like a disc."""
    mass: float | None = None
    """Mass units, 1e-12 to 1e12; `None`: pi times radius squared."""
    inertia_factor: float | None = None
    """Moment of inertia over mass times radius squared; `None`: 1/2 for a disc, 2/5 for a sphere; `math.inf`: nothing turns it."""
    gravity_scale: float = 1.0
    """How strongly gravity pulls it."""
    drag: float = 0.0
    """How quickly its speed fades, per second, 0 to 1e6."""
    max_speed: float | None = None
    """Speed above which it does not fly, length units per second; `None` for any."""
    material: Material = Material()
    """Its surface."""
    filter: Filter = Filter()
    """What it meets."""
    user_data: int = 0
    """A number of the game's, 0 to 2^64 - 1."""

    def _plain(self) -> Any:
        out = super()._plain()
        if out["mass"] is None:
            try:
                out["mass"] = _disc(out["radius"])
            except (TypeError, ValueError, OverflowError):
                out["mass"] = 1.0
        if out["inertia_factor"] is None:
            out["inertia_factor"] = 0.4 if self.is_sphere else 0.5
        return out


@dataclasses.dataclass(frozen=True, kw_only=True)
class Body(_Described):
    """A body that carries shapes: fixed, or kinematic, which moves as it is told and never yields."""

    kind: Literal["fixed", "kinematic"] = "fixed"
    """Whether it moves."""
    position: PointLike = (0.0, 0.0)
    """Origin of its shapes, length units."""
    angle: float = 0.0
    """Radians."""
    velocity: PointLike = (0.0, 0.0)
    """Of a kinematic body, length units per second."""
    angular_velocity: float = 0.0
    """Of a kinematic body, radians per second."""
    user_data: int = 0
    """A number of the game's, 0 to 2^64 - 1."""

    _texts = {"kind": {"fixed": "Fixed", "kinematic": "Kinematic"}}

    @classmethod
    def fixed(cls, position: PointLike = (0.0, 0.0), *, angle: float = 0.0) -> Body:
        """A body that stays where it is."""
        return cls(position=position, angle=angle)

    @classmethod
    def kinematic(
        cls,
        position: PointLike = (0.0, 0.0),
        *,
        angle: float = 0.0,
        velocity: PointLike = (0.0, 0.0),
        angular_velocity: float = 0.0,
    ) -> Body:
        """A body that moves as it is told."""
        return cls(
            kind="kinematic", position=position, angle=angle, velocity=velocity, angular_velocity=angular_velocity
        )


@dataclasses.dataclass(frozen=True)
class Motor(_Described):
    """What drives a hinge or a slider. Made by `Motor.off`, `Motor.force` or `Motor.velocity`."""

    kind: Any = "Off"

    @classmethod
    def off(cls) -> Motor:
        """Nothing."""
        return cls()

    @classmethod
    def force(cls, force: float) -> Motor:
        """A torque on a hinge, a force on a slider."""
        return cls({"Force": force})

    @classmethod
    def velocity(cls, target: float, max_force: float) -> Motor:
        """A velocity, with no more than this torque or force."""
        return cls({"Velocity": {"target": target, "max_force": max_force}})

    def _plain(self) -> Any:
        return _plain(self.kind)

    def __repr__(self) -> str:
        return f"Motor({self.kind!r})"


class _JointOptions(TypedDict, total=False):
    """What hinges and sliders share."""

    joint_position: float
    joint_velocity: float
    limit_restitution: float
    motor: Motor
    torque_curve: Sequence[PointLike]
    speed_curve: Sequence[PointLike]
    stiffness: float
    spring_rest: float
    damping: float
    friction: float
    gravity_scale: float
    user_data: int


@dataclasses.dataclass(frozen=True, kw_only=True)
class Joint(_Described):
    """A hinge or a slider: a body with one way to move. Made by `Joint.hinge` or `Joint.slider`."""

    kind: Any
    position: PointLike
    angle: float
    inertia: float
    mass: float
    center_of_mass: PointLike
    gravity_scale: float
    joint_position: float
    joint_velocity: float
    limits: PointLike
    limit_restitution: float
    motor: Motor
    torque_curve: Sequence[PointLike]
    speed_curve: Sequence[PointLike]
    stiffness: float
    spring_rest: float
    damping: float
    friction: float
    user_data: int

    @classmethod
    def _made(cls, default: str, fields: dict[str, Any]) -> Joint:
        joint = cls._of(_DEFAULTS[default])
        given = {name: value for name, value in fields.items() if value is not None}
        return dataclasses.replace(joint, **given)

    @classmethod
    def hinge(
        cls,
        position: PointLike,
        inertia: float,
        *,
        limits: PointLike | None = None,
        mass: float | None = None,
        center_of_mass: PointLike | None = None,
        **options: Unpack[_JointOptions],
    ) -> Joint:
        """A body that turns about a pivot, with this moment of inertia. Angles are in radians, torques in force times length."""
        own = {"position": position, "inertia": inertia, "limits": limits, "mass": mass, "center_of_mass": center_of_mass}
        return cls._made("Hinge", {**own, **options})

    @classmethod
    def slider(
        cls,
        position: PointLike,
        axis: PointLike,
        mass: float,
        limits: PointLike,
        *,
        angle: float | None = None,
        **options: Unpack[_JointOptions],
    ) -> Joint:
        """A body of this mass that slides along an axis between two limits, length units."""
        kind = {"Slider": {"axis": axis}}
        own = {"position": position, "kind": kind, "mass": mass, "limits": limits, "angle": angle}
        return cls._made("Slider", {**own, **options})


@dataclasses.dataclass(frozen=True)
class LinkEnd(_Described):
    """An end of a link. Made by `LinkEnd.ball`, `LinkEnd.point` or `LinkEnd.body`; a link takes ids and points as well."""

    kind: Any

    @classmethod
    def ball(cls, ball: int) -> LinkEnd:
        """A ball's centre."""
        return cls({"Ball": _key(ball)})

    @classmethod
    def point(cls, point: PointLike) -> LinkEnd:
        """A place in the world."""
        return cls({"Point": point})

    @classmethod
    def body(cls, body: int, point: PointLike = (0.0, 0.0)) -> LinkEnd:
        """A point of a body, in its frame."""
        return cls({"Body": [_key(body), point]})

    def _plain(self) -> Any:
        return _plain(self.kind)

    @classmethod
    def _of(cls, plain: Any) -> LinkEnd:
        return cls(plain)


def _end(end: LinkEnd | int | PointLike) -> LinkEnd:
    if isinstance(end, LinkEnd):
        return end
    if isinstance(end, int | np.integer):
        return LinkEnd.ball(int(end))
    return LinkEnd.point(end)


@dataclasses.dataclass(frozen=True, kw_only=True)
class Link(_Described):
    """A rod, a rope or a spring between two ends. Made by `Link.rod`, `Link.rope` or `Link.spring`."""

    a: LinkEnd
    b: LinkEnd
    min_length: float
    max_length: float | None
    rest_length: float
    stiffness: float
    damping: float

    @classmethod
    def rod(cls, a: LinkEnd | int | PointLike, b: LinkEnd | int | PointLike, length: float) -> Link:
        """It keeps its ends at this distance."""
        made = {**_DEFAULTS["Rod"], "min_length": length, "max_length": length, "rest_length": length}
        return cls(**{**made, "a": _end(a), "b": _end(b)})

    @classmethod
    def rope(cls, a: LinkEnd | int | PointLike, b: LinkEnd | int | PointLike, length: float) -> Link:
        """It keeps its ends no farther apart than this."""
        made = {**_DEFAULTS["Rope"], "max_length": length, "rest_length": length}
        return cls(**{**made, "a": _end(a), "b": _end(b)})

    @classmethod
    def spring(
        cls,
        a: LinkEnd | int | PointLike,
        b: LinkEnd | int | PointLike,
        length: float,
        stiffness: float,
        *,
        damping: float = 0.0,
        limits: PointLike | None = None,
    ) -> Link:
        """It pulls its ends to this distance, with a force of `stiffness` a length unit."""
        made = {**_DEFAULTS["Spring"], "rest_length": length, "stiffness": stiffness, "damping": damping}
        if limits is not None:
            made["min_length"], made["max_length"] = limits
        return cls(**{**made, "a": _end(a), "b": _end(b)})


@dataclasses.dataclass(frozen=True)
class Region(_Described):
    """A part of the plane. Made by `Region.circle`, `Region.rectangle` or `Region.between`."""

    kind: Any

    @classmethod
    def circle(cls, center: PointLike, radius: float) -> Region:
        """A disc."""
        return cls({"Circle": {"center": center, "radius": radius}})

    @classmethod
    def rectangle(cls, center: PointLike, half: PointLike, angle: float = 0.0) -> Region:
        """A rectangle with half of its sides, turned by an angle in radians."""
        return cls({"Rectangle": {"center": center, "half": half, "angle": angle}})

    @classmethod
    def between(cls, a: PointLike, b: PointLike) -> Region:
        """The rectangle with these corners."""
        (ax, ay), (bx, by) = a, b
        center, half = ((ax + bx) / 2, (ay + by) / 2), (abs(bx - ax) / 2, abs(by - ay) / 2)
        return cls.rectangle(center, half)

    def _plain(self) -> Any:
        return _plain(self.kind)

    @classmethod
    def _of(cls, plain: Any) -> Region:
        return cls(plain)


@dataclasses.dataclass(frozen=True)
class Attractor(_Described):
    """A centre that pulls."""

    center: PointLike
    """Length units."""
    strength: float
    """Acceleration at distance 1, length units per second squared; negative pushes."""
    softening: float
    """Radius within which the pull falls off, length units."""


@dataclasses.dataclass(frozen=True, kw_only=True)
class Field(_Described):
    """A field of force, everywhere or in a region."""

    region: Region | None = None
    """Where it acts; `None` for everywhere."""
    acceleration: PointLike = (0.0, 0.0)
    """Length units per second squared."""
    drag: float = 0.0
    """Share of the velocity that is lost a second."""
    flow: PointLike = (0.0, 0.0)
    """Velocity of the medium that drags, length units per second."""
    attractor: Attractor | None = None
    """A centre that pulls."""
    mask: int = _DEFAULTS["Field"]["mask"]
    """Categories of the balls on which it acts, 32 bits."""


@dataclasses.dataclass(frozen=True, kw_only=True)
class FloorSurface(_Described):
    """How a floor slows balls."""

    sliding_friction: float = _DEFAULTS["FloorSurface"]["sliding_friction"]
    """Coefficient of a ball that slides."""
    rolling_friction: float = _DEFAULTS["FloorSurface"]["rolling_friction"]
    """Coefficient of a ball that rolls."""
    spinning_friction: float = _DEFAULTS["FloorSurface"]["spinning_friction"]
    """Coefficient of a ball that spins about its upright axis, radii."""


@dataclasses.dataclass(frozen=True, kw_only=True)
class Floor(_Described):
    """A floor below the balls, for games seen from above."""

    gravity: float = _DEFAULTS["Floor"]["gravity"]
    """Acceleration that presses balls on the floor, length units per second squared."""
    surface: FloorSurface = FloorSurface()
    """Its surface outside of all zones."""
    cushion_height: float = _DEFAULTS["Floor"]["cushion_height"]
    """Height at which cushions meet balls, length units; 0 for that of their centres."""


@dataclasses.dataclass(frozen=True)
class FloorZone(_Described):
    """A part of the floor with another surface."""

    region: Region
    """Where it is."""
    surface: FloorSurface
    """Its surface."""


class CastHit(NamedTuple):
    """What a cast met."""

    body: int
    """The ball or body."""
    shape: int | None
    """The shape, if it is no ball."""
    fraction: float
    """How far along the way, 0 to 1."""
    point: tuple[float, float]
    """Where."""
    normal: tuple[float, float]
    """Towards the ray or ball, unit."""


class ClosestPoint(NamedTuple):
    """What lies near a point."""

    body: int
    """The ball or body."""
    shape: int | None
    """The shape, if it is no ball."""
    point: tuple[float, float]
    """Its closest point."""
    distance: float
    """Distance, negative inside."""


def _maybe(kind: type[_Described]) -> Any:
    return lambda plain: None if plain is None else kind._of(plain)


_READ: dict[str, Any] = {
    "a": LinkEnd._of,
    "b": LinkEnd._of,
    "region": _maybe(Region),
    "attractor": _maybe(Attractor),
    "surface": FloorSurface._of,
    "material": Material._of,
    "filter": Filter._of,
    "motor": Motor,
    "restitution_curve": _curve,
}
