"""Fields of the arrays that tell what happened. Ids are 0 where there is none."""

from __future__ import annotations

import numpy as np

_IMPACT = [
    ("body_a", "u8"),
    ("shape_a", "u8"),
    ("body_b", "u8"),
    ("point", "f8", 2),
    ("normal", "f8", 2),
    ("approach_speed", "f8"),
    ("normal_impulse", "f8"),
    ("tangent_impulse", "f8"),
    ("time", "f8"),
]
IMPACT = np.dtype(_IMPACT)
BATCH_IMPACT = np.dtype([("world", "u4"), ("step", "u4"), *_IMPACT])
BATCH_ENTERED = np.dtype([("world", "u4"), ("step", "u4"), ("goal", "u8"), ("ball", "u8")])
PAIR = np.dtype([("body_a", "u8"), ("shape_a", "u8"), ("body_b", "u8")])
_SENSED = [("body", "u8"), ("shape", "u8"), ("ball", "u8"), ("time", "f8"), ("position", "f8", 2), ("velocity", "f8", 2)]
SENSED = np.dtype(_SENSED)
CONTACT = np.dtype([*_IMPACT[:5], ("separation", "f8"), ("normal_impulse", "f8")])
_CRUSHED = [("ball", "u8"), ("mover", "u8"), ("against", "u8"), ("frozen", "u8"), ("point", "f8", 2), ("time", "f8")]
CRUSHED = np.dtype(_CRUSHED)
LIMIT = np.dtype([("body", "u8"), ("upper", "u8"), ("speed", "f8"), ("time", "f8")])
TAUT = np.dtype([("link", "u8"), ("speed", "f8"), ("time", "f8")])
PATH = np.dtype([("time", "f8"), ("position", "f8", 2)])
