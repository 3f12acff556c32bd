"""Environments keep the rules of Gymnasium and PettingZoo."""

import numpy as np
import pytest

import carom

gymnasium = pytest.importorskip("gymnasium")
import carom.gym  # noqa: E402

IDS = ["carom/Pinball-v0", "carom/Plinko-v0", "carom/Billiards-v0"]
pytestmark = pytest.mark.filterwarnings("ignore")


@pytest.mark.parametrize("name", IDS)
def test_the_checker_is_content(name: str) -> None:
    from gymnasium.utils.env_checker import check_env

    check_env(gymnasium.make(name, render_mode="rgb_array").unwrapped)


@pytest.mark.parametrize("name", IDS)
def test_many_play_as_one(name: str) -> None:
    envs = gymnasium.make_vec(name, num_envs=3)
    single = [gymnasium.make(name) for _ in range(3)]
    seen, _ = envs.reset(seed=11)
    firsts = [env.reset(seed=11 + n)[0] for n, env in enumerate(single)]
    assert (seen == np.array(firsts)).all()
    envs.action_space.seed(1)
    ended = np.zeros(3, bool)
    for _ in range(300):
        actions = envs.action_space.sample()
        seen, rewards, terminated, truncated, _ = envs.step(actions)
        for n, env in enumerate(single):
            if ended[n]:
                assert (seen[n] == env.reset()[0]).all() and rewards[n] == 0 and not terminated[n]
                continue
            one = env.step(actions[n])
            assert (seen[n] == one[0]).all() and rewards[n] == one[1]
            assert (terminated[n], truncated[n]) == one[2:4]
        ended = terminated | truncated


def test_same_step_shows_the_end_and_the_new_start() -> None:
    envs = carom.gym.CaromVectorEnv(2, "carom/Plinko-v0", autoreset_mode="SameStep")
    envs.reset(seed=0)
    _, rewards, terminated, _, infos = envs.step(np.zeros((2, 1)))
    assert terminated.all() and infos["final_obs"].shape == (2, 1) and (rewards <= 1).all()


def test_disabled_resets_by_mask() -> None:
    envs = carom.gym.CaromVectorEnv(3, autoreset_mode="Disabled")
    envs.reset(seed=0)
    for _ in range(30):
        envs.step([1, 2, 3])
    before = envs.state_hashes()
    envs.reset(options={"reset_mask": np.array([False, True, False])})
    after = envs.state_hashes()
    assert (before != after).tolist() == [False, True, False]


def test_two_agents_play_air_hockey() -> None:
    pytest.importorskip("pettingzoo")
    from pettingzoo.test import parallel_api_test

    from carom.pettingzoo import AirHockey

    parallel_api_test(AirHockey(max_steps=200), num_cycles=500)


@pytest.mark.parametrize(
    ("call", "field"),
    [
        (lambda: carom.Arena("chess", 1), "game"),
        (lambda: carom.Arena("pinball", 0), "n"),
        (lambda: carom.Arena("pinball", 1, frame_skip=0), "frame_skip"),
        (lambda: carom.Arena("pinball", 1, autoreset="never"), "autoreset"),
        (lambda: carom.Arena("pinball", 2).step(np.zeros((3, 1))), "actions"),
        (lambda: carom.Arena("pinball", 2).reset([1.5, 2.5]), "seeds"),
        (lambda: carom.gym.CaromEnv("chess"), "game"),
        (lambda: carom.gym.CaromEnv(render_mode="human"), "render_mode"),
    ],
)
def test_what_is_refused_names_the_argument(call, field) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(carom.Error) as raised:
        call()
    assert raised.value.field == field
