"""Environments for Gymnasium and PettingZoo: pinball, Plinko, billiards and air hockey.

    import carom.gym
    import gymnasium

    envs = gymnasium.make_vec("carom/Pinball-v0", num_envs=4096)

What agents see, what they earn, resets and the steps between two actions are computed in Rust, on all cores.
"""

from __future__ import annotations

import dataclasses
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from ._carom import Arena
from ._error import Error

_MODES = {
    AutoresetMode.NEXT_STEP: "next_step",
    AutoresetMode.SAME_STEP: "same_step",
    AutoresetMode.DISABLED: "disabled",
}


@dataclasses.dataclass(frozen=True)
class _Game:
    """What Gymnasium must know of a game."""

    name: str
    width: int
    actions: spaces.Space[Any]
    frame_skip: int
    max_steps: int

    @property
    def observations(self) -> spaces.Space[Any]:
        return spaces.Box(-np.inf, np.inf, (self.width,), np.float32)


_UNIT = np.float32(1.0)
_GAMES = {
    "carom/Pinball-v0": _Game("pinball", 8, spaces.Discrete(4), 4, 3600),
    "carom/Plinko-v0": _Game("plinko", 1, spaces.Box(-_UNIT, _UNIT, (1,), np.float32), 1, 1),
    "carom/Billiards-v0": _Game("billiards", 12, spaces.Box(-_UNIT, _UNIT, (2,), np.float32), 1, 10),
}


class CaromEnv(gymnasium.Env[npt.NDArray[np.float32], Any]):
    """One episode at a time. `game` is one of the ids above."""

    metadata = {"render_modes": ["rgb_array"], "render_fps": 60}

    def __init__(
        self,
        game: str = "carom/Pinball-v0",
        *,
        frame_skip: int | None = None,
        max_steps: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        about = _game(game)
        self.render_mode = _render_mode(render_mode)
        self._arena = Arena(
            about.name,
            1,
            frame_skip=about.frame_skip if frame_skip is None else frame_skip,
            max_steps=about.max_steps if max_steps is None else max_steps,
            autoreset="disabled",
        )
        self.observation_space = about.observations
        self.action_space = about.actions

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[npt.NDArray[np.float32], dict[str, Any]]:
        """Begins an episode. With a seed, chance begins anew."""
        super().reset(seed=seed)
        self._arena.reset(None if seed is None else [seed])
        return self._arena.observations[0, 0].copy(), {}

    def step(self, action: Any) -> tuple[npt.NDArray[np.float32], float, bool, bool, dict[str, Any]]:
        """One step of the agent."""
        self._arena.step(np.asarray(action, np.float64).reshape(1, -1))
        arena = self._arena
        reward = float(arena.rewards[0, 0])
        return arena.observations[0, 0].copy(), reward, bool(arena.terminated[0]), bool(arena.truncated[0]), {}

    def render(self) -> Any:
        """A picture: an array (height, width, 3) of bytes."""
        return _picture(self._arena, 0) if self.render_mode == "rgb_array" else None


class CaromVectorEnv(VectorEnv[npt.NDArray[np.float32], Any, npt.NDArray[Any]]):
    """Many episodes at once. `game` is one of the ids above. The observations of a step are copies."""

    def __init__(
        self,
        num_envs: int = 1,
        game: str = "carom/Pinball-v0",
        *,
        frame_skip: int | None = None,
        max_steps: int | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        render_mode: str | None = None,
    ) -> None:
        about = _game(game)
        mode = AutoresetMode(autoreset_mode)
        self.metadata = {**CaromEnv.metadata, "autoreset_mode": mode}
        self.render_mode = _render_mode(render_mode)
        self.num_envs = num_envs
        self._mode = mode
        self._arena = Arena(
            about.name,
            num_envs,
            frame_skip=about.frame_skip if frame_skip is None else frame_skip,
            max_steps=about.max_steps if max_steps is None else max_steps,
            autoreset=_MODES[mode],
        )
        self.single_observation_space = about.observations
        self.single_action_space = about.actions
        self.observation_space = batch_space(about.observations, num_envs)
        self.action_space = batch_space(about.actions, num_envs)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[npt.NDArray[np.float32], dict[str, Any]]:
        """Begins episodes. With one seed, that of each world is larger by 1 than the one before. The option `reset_mask` says
        which worlds begin."""
        if isinstance(seed, list):
            if any(one is None for one in seed):
                raise Error("seed must be a whole number for each world, or left out", "seed")
            seeds: npt.ArrayLike | None = seed  # type: ignore[assignment]
        else:
            seeds = None if seed is None else np.arange(seed, seed + self.num_envs)
        mask = None if options is None else options.get("reset_mask")
        self._arena.reset(seeds, mask)
        return self._arena.observations[:, 0].copy(), {}

    def step(
        self, actions: Any
    ) -> tuple[
        npt.NDArray[np.float32], npt.NDArray[Any], npt.NDArray[np.bool_], npt.NDArray[np.bool_], dict[str, Any]
    ]:
        """One step of all agents."""
        arena = self._arena
        arena.step(np.asarray(actions).reshape(self.num_envs, -1))
        terminated, truncated = arena.terminated.copy(), arena.truncated.copy()
        infos: dict[str, Any] = {}
        if self._mode is AutoresetMode.SAME_STEP:
            ended = terminated | truncated
            if ended.any():
                infos = {"final_obs": arena.final_observations[:, 0].copy(), "_final_obs": ended}
        return arena.observations[:, 0].copy(), arena.rewards[:, 0].copy(), terminated, truncated, infos

    def state_hashes(self) -> npt.NDArray[np.uint64]:
        """Fingerprints of all worlds."""
        return self._arena.state_hashes()

    def render(self) -> Any:
        """Pictures of all worlds: a tuple of arrays (height, width, 3) of bytes."""
        if self.render_mode != "rgb_array":
            return None
        return tuple(_picture(self._arena, n) for n in range(self.num_envs))


def _game(game: str) -> _Game:
    if game not in _GAMES:
        raise Error(f"game is {game!r}, but must be one of {', '.join(_GAMES)}", "game")
    return _GAMES[game]


def _render_mode(mode: str | None) -> str | None:
    if mode not in (None, "rgb_array"):
        raise Error(f"render_mode is {mode!r}, but must be None or 'rgb_array'", "render_mode")
    return mode


def _picture(arena: Arena, n: int) -> npt.NDArray[np.uint8]:
    return arena.world(n).rgb(480, 480)


def register() -> None:
    """Makes the ids known to Gymnasium. To import this module does it."""
    for name in _GAMES:
        if name not in gymnasium.registry:
            gymnasium.register(
                id=name,
                entry_point="carom.gym:CaromEnv",
                vector_entry_point="carom.gym:CaromVectorEnv",
                kwargs={"game": name},
            )


register()
