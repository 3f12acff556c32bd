"""PPO, in the manner of CleanRL, learns to keep a pinball in play.

    pip install -r crates/py/examples/requirements-ppo.txt
    python crates/py/examples/ppo.py --seconds 600 --csv curve.csv

The curve holds, for each update, steps so far, CPU seconds and the mean length of the episodes that ended. At the end the
agent plays 1024 balls with seeds that it has not seen, beside chance and beside two fingers that see the ball come.
"""

from __future__ import annotations

import argparse
import time

import numpy as np
import torch
from torch import nn

import carom.gym

OBSERVED, ACTIONS = 8, 4


class Agent(nn.Module):
    """What to do, and what that is worth."""

    def __init__(self) -> None:
        super().__init__()
        self.actor = self.net(ACTIONS, 0.01)
        self.critic = self.net(1, 1.0)

    @staticmethod
    def net(out: int, gain: float) -> nn.Sequential:
        layers = [nn.Linear(OBSERVED, 64), nn.Tanh(), nn.Linear(64, 64), nn.Tanh(), nn.Linear(64, out)]
        for layer in layers[::2]:
            nn.init.orthogonal_(layer.weight, 2**0.5 if layer is not layers[-1] else gain)
            nn.init.zeros_(layer.bias)
        return nn.Sequential(*layers)

    def policy(self, seen: torch.Tensor) -> torch.distributions.Categorical:
        return torch.distributions.Categorical(logits=self.actor(seen))


def chance(seen: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Any button."""
    return rng.integers(ACTIONS, size=len(seen))


def fingers(seen: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Two fingers: each presses while the ball is low, on its side and near enough, and lets go to rest."""
    x, y, vy = seen[:, 0], seen[:, 1], seen[:, 3]
    near = (y < -0.66) & (y > -0.80) & (vy < 0.1)
    left, right = near & (x > -0.40) & (x < 0.02), near & (x < 0.24) & (x > -0.18)
    return left * 1 + right * 2


def play(act, balls: int, seed: int) -> np.ndarray:  # type: ignore[no-untyped-def]
    """Seconds in play of this many balls, each one episode."""
    envs = carom.gym.CaromVectorEnv(balls, autoreset_mode="Disabled")
    seen, _ = envs.reset(seed=seed)
    rng, lengths, playing = np.random.default_rng(seed), np.zeros(balls), np.ones(balls, bool)
    while playing.any():
        seen, rewards, terminated, truncated, _ = envs.step(act(seen, rng))
        lengths += rewards * playing
        playing &= ~(terminated | truncated)
    return lengths


def main() -> None:
    """Trains and measures."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=600, help="CPU time to train for")
    parser.add_argument("--envs", type=int, default=256)
    parser.add_argument("--steps", type=int, default=128, help="steps of each between two updates")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--csv", default="")
    args = parser.parse_args()
    torch.manual_seed(args.seed)
    envs = carom.gym.CaromVectorEnv(args.envs)
    agent = Agent()
    optimizer = torch.optim.Adam(agent.parameters(), lr=1e-3, eps=1e-5)
    gamma, trace, clip = 0.997, 0.95, 0.2
    shape = (args.steps, args.envs)
    seens, acts = torch.zeros((*shape, OBSERVED)), torch.zeros(shape, dtype=torch.long)
    logs, gains, ends, values, real = (torch.zeros(shape) for _ in range(5))
    seen = torch.from_numpy(envs.reset(seed=args.seed)[0])
    over, lengths, curve = torch.zeros(args.envs), np.zeros(args.envs), []
    began, update = time.process_time(), 0
    while time.process_time() - began < args.seconds:
        finished: list[float] = []
        for t in range(args.steps):
            seens[t], ends[t] = seen, over
            # The step after an end begins the next episode and plays nothing.
            real[t] = 1 - over
            with torch.no_grad():
                policy = agent.policy(seen)
                acts[t] = policy.sample()
                logs[t], values[t] = policy.log_prob(acts[t]), agent.critic(seen).flatten()
            found, rewards, terminated, truncated, _ = envs.step(acts[t].numpy())
            gains[t], seen = torch.from_numpy(rewards).float(), torch.from_numpy(found)
            # A ball that is lost costs a second more: the end is felt at once.
            gains[t] -= torch.from_numpy(terminated).float()
            over = torch.from_numpy(terminated | truncated).float()
            lengths += rewards
            finished += lengths[over.bool().numpy()].tolist()
            lengths[over.bool().numpy()] = 0
        with torch.no_grad():
            after, last, advantages = agent.critic(seen).flatten(), 0.0, torch.zeros(shape)
            for t in reversed(range(args.steps)):
                going = 1 - (over if t == args.steps - 1 else ends[t + 1])
                delta = gains[t] + gamma * (after if t == args.steps - 1 else values[t + 1]) * going - values[t]
                advantages[t] = last = delta + gamma * trace * going * last
            returns = advantages + values
        flat = real.flatten().nonzero().flatten()
        for _ in range(4):
            for part in flat[torch.randperm(len(flat))].split(4096):
                policy = agent.policy(seens.flatten(0, 1)[part])
                ratio = (policy.log_prob(acts.flatten()[part]) - logs.flatten()[part]).exp()
                gain = advantages.flatten()[part]
                gain = (gain - gain.mean()) / (gain.std() + 1e-8)
                worse = torch.max(-gain * ratio, -gain * ratio.clamp(1 - clip, 1 + clip)).mean()
                miss = (agent.critic(seens.flatten(0, 1)[part]).flatten() - returns.flatten()[part]).square().mean()
                loss = worse + 0.25 * miss - 0.01 * policy.entropy().mean()
                optimizer.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(agent.parameters(), 0.5)
                optimizer.step()
        update += 1
        if finished:
            curve.append((update * args.steps * args.envs, time.process_time() - began, float(np.mean(finished))))
            print("{} steps, {:.0f} CPU s: {:.2f} s in play".format(*curve[-1]), flush=True)
    if args.csv:
        np.savetxt(args.csv, curve, "%.2f", ",", header="steps,cpu_seconds,seconds_in_play", comments="")

    def learned(seen: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        with torch.no_grad():
            # By chance, as it has learned to.
            return agent.policy(torch.from_numpy(seen)).sample().numpy()

    for name, act in [("chance", chance), ("two fingers", fingers), ("learned", learned)]:
        played = play(act, 1024, 1_000_000)
        print(f"{name}: {played.mean():.2f} +- {played.std() / 32:.2f} s in play")


if __name__ == "__main__":
    main()
