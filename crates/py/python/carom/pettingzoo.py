"""Air hockey for two agents, as a parallel environment of PettingZoo.

    from carom.pettingzoo import AirHockey

    env = AirHockey()
    observations, infos = env.reset(seed=1)
"""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from pettingzoo import ParallelEnv

from ._carom import Arena

_AGENTS = ["west", "east"]


class AirHockey(ParallelEnv):  # type: ignore[misc]
    """Two mallets and a puck, until one of the goals is entered.

    An agent sees place and velocity of the puck, of its own mallet and of the other one, as if it stood in the west. It acts
    by the velocity of its mallet, -1 to 1 in each coordinate. A goal earns 1, one against costs 1.
    """

    metadata: ClassVar[dict[str, Any]] = {"name": "carom_air_hockey_v0", "render_modes": ["rgb_array"], "render_fps": 60}

    def __init__(self, *, frame_skip: int = 4, max_steps: int = 1800, render_mode: str | None = None) -> None:
        self.render_mode = render_mode
        self.possible_agents = list(_AGENTS)
        self.agents: list[str] = []
        self._arena = Arena("air_hockey", 1, frame_skip=frame_skip, max_steps=max_steps, autoreset="disabled")
        seen = spaces.Box(-np.inf, np.inf, (12,), np.float32)
        acts = spaces.Box(np.float32(-1), np.float32(1), (2,), np.float32)
        self.observation_spaces = {agent: seen for agent in _AGENTS}
        self.action_spaces = {agent: acts for agent in _AGENTS}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent sees."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """By what an agent acts."""
        return self.action_spaces[agent]

    def _observations(self) -> dict[str, npt.NDArray[np.float32]]:
        return {agent: self._arena.observations[0, n].copy() for n, agent in enumerate(_AGENTS)}

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, npt.NDArray[np.float32]], dict[str, dict[str, Any]]]:
        """Begins an episode. With a seed, chance begins anew."""
        self.agents = list(_AGENTS)
        self._arena.reset(None if seed is None else [seed])
        return self._observations(), {agent: {} for agent in _AGENTS}

    def step(self, actions: dict[str, Any]) -> tuple[dict[str, Any], ...]:
        """One step of both agents."""
        if not self.agents:
            return {}, {}, {}, {}, {}
        self._arena.step(np.concatenate([np.asarray(actions[agent], np.float64) for agent in _AGENTS]).reshape(1, 4))
        arena = self._arena
        rewards = {agent: float(arena.rewards[0, n]) for n, agent in enumerate(_AGENTS)}
        terminated, truncated = bool(arena.terminated[0]), bool(arena.truncated[0])
        if terminated or truncated:
            self.agents = []
        return (
            self._observations(),
            rewards,
            {agent: terminated for agent in _AGENTS},
            {agent: truncated for agent in _AGENTS},
            {agent: {} for agent in _AGENTS},
        )

    def render(self) -> npt.NDArray[np.uint8] | None:
        """A picture: an array (height, width, 3) of bytes."""
        return self._arena.world(0).rgb(640, 480) if self.render_mode == "rgb_array" else None
