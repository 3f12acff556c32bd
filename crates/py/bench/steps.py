"""Environment steps a CPU second, beside LunarLander, and a batch beside single worlds in Rust.

    python crates/py/bench/steps.py [WORLDS] [STEPS]

Actions are random in every step; observations, rewards and resets are counted; CPU time is that of all threads. The hashes
are those of `cargo run --release -p carom-batch --example single_worlds -- WORLDS STEPS`.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

import gymnasium
import numpy as np
import numpy.typing as npt

import carom
import carom.gym

SCENE = Path(__file__).parents[3] / "examples" / "scenes" / "pinball.ron"


def chance(numbers: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint64]:
    """Chance without memory: the numbers of Vigna's splitmix64."""
    with np.errstate(over="ignore"):
        z = (numbers + np.uint64(1)) * np.uint64(0x9E3779B97F4A7C15)
        z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        return z ^ (z >> np.uint64(31))


def all_of(hashes: npt.NDArray[np.uint64]) -> int:
    """One hash of many, which depends on their order."""
    total = 0
    for one in hashes.tolist():
        total = (total ^ one) * 0x0100000001B3 % 2**64
    return total


def lunar_lander(seconds: float) -> float | None:
    """Steps a CPU second of Gymnasium's LunarLander-v3."""
    try:
        env = gymnasium.make("LunarLander-v3")
    except gymnasium.error.DependencyNotInstalled:
        return None
    env.action_space.seed(1)
    env.reset(seed=1)
    count, began = 0, time.process_time()
    while time.process_time() - began < seconds:
        for _ in range(100):
            _, _, terminated, truncated, _ = env.step(env.action_space.sample())
            if terminated or truncated:
                env.reset()
        count += 100
    return count / (time.process_time() - began)


def main() -> None:
    """Prints the figures."""
    worlds = int(sys.argv[1]) if len(sys.argv) > 1 else 1024
    steps = int(sys.argv[2]) if len(sys.argv) > 2 else 500
    numbers = np.arange(worlds, dtype=np.uint64)

    batch = carom.Batch(carom.Scene.load(SCENE), worlds)
    began = time.process_time()
    for step in range(steps):
        pressed = chance(numbers + np.uint64(step * worlds))
        batch.press("left", (pressed & np.uint64(1)) != 0)
        batch.press("right", (pressed & np.uint64(2)) != 0)
        batch.step(4)
    seconds = time.process_time() - began
    print(f"batch: {all_of(batch.state_hashes()):016x}, {seconds:.2f} CPU s, {worlds * steps / seconds:.0f} steps a CPU second")

    envs = carom.gym.CaromVectorEnv(worlds)
    envs.reset(seed=0)
    began, ended = time.process_time(), 0
    for step in range(steps):
        actions = (chance(numbers + np.uint64(step * worlds)) & np.uint64(3)).astype(np.int64)
        _, _, terminated, truncated, _ = envs.step(actions)
        ended += int((terminated | truncated).sum())
    seconds = time.process_time() - began
    rate = worlds * steps / seconds
    print(f"carom/Pinball-v0: {all_of(envs.state_hashes()):016x}, {rate:.0f} steps a CPU second, {ended} episodes ended")

    lander = lunar_lander(5.0)
    if lander is None:
        print("LunarLander-v3: not measured, Box2D is not installed")
    else:
        print(f"LunarLander-v3: {lander:.0f} steps a CPU second; ratio {rate / lander:.1f}")


if __name__ == "__main__":
    main()
