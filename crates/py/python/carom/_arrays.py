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
CONTACT = np.dtype([*_IMPACT[:5], ("separation", "f8"), ("normal_impulse", "f8")])
PATH = np.dtype([("time", "f8"), ("position", "f8", 2)])
