"""Named random streams."""

from engine.chance import Chance


def draws(chance, name, number=5):
    return [chance.stream(name).random() for _ in range(number)]


def test_the_same_seed_repeats_every_stream():
    assert draws(Chance(7), "deal") == draws(Chance(7), "deal")


def test_seeds_streams_and_forks_differ():
    lists = [
        draws(Chance(7), "deal"),
        draws(Chance(8), "deal"),
        draws(Chance(7), "dice"),
        draws(Chance(7, fork=1), "deal"),
    ]
    assert len({tuple(numbers) for numbers in lists}) == 4


def test_one_stream_does_not_disturb_another():
    chance = Chance("seed")
    first = draws(chance, "seat 0", 2)
    draws(chance, "seat 1", 100)
    assert first + draws(chance, "seat 0", 3) == draws(Chance("seed"), "seat 0", 5)


def test_a_stream_is_one_object():
    chance = Chance(1)
    assert chance.stream("dice") is chance.stream("dice")
