"""How long exact counting takes, as distributions over seeded games, and against PySDD.

    python -m tests.benchmarks.bench_count [--quick] [--games N] [--players P ...] [--parts PART ...]

Every position of every game is counted afresh, from a seat and as an onlooker. Times are CPU time of this
process in milliseconds. PySDD counts the same deals by knowledge compilation; it is left out if it is not
installed. It gets one position of each of 25 games per number of players and 60 s for each, in three
set-ups: as it comes (balanced vtree, cards in deck order); right-linear (the kind of vtree that suits it
best here); and helped (right-linear, with the domains, clauses and order of cards that our own counting
works out first, at no cost), which shows how much of the distance is that preparation.
"""

from __future__ import annotations

import argparse
import resource
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import reduce as fold
from itertools import chain
from multiprocessing import get_context
from multiprocessing.connection import Connection
from operator import and_, or_
from random import Random
from time import process_time
from typing import Any

from assistant.count import count
from assistant.frontier import Deal, program
from assistant.position import Clause, Place, Position
from assistant.reduce import reduce
from tests.benchmarks.positions import SLOTS, positions, table

try:
    from pysdd.sdd import SddManager, Vtree
except ImportError:
    SddManager = None

LIMIT = 60  # seconds for PySDD on one position
COMPARED = 25  # positions per number of players for PySDD
GOALS = {
    ("cells, seat, logic", 6): "<= 4 / 40 / 80",
    ("cells, seat, choice", 6): "<= 4 / 40 / 80",
    ("cells, onlooker", None): "p99 <= 500, max <= 1000",
    ("choice : logic", None): "median <= 1.5, p99 <= 3",
    ("triples, seat, choice", 6): "median <= 20, max <= 200",
    ("PySDD : ours, as it comes", None): "median >= 10",
    ("PySDD : ours, right-linear", None): "median >= 10",
}


def main() -> None:
    parser = argparse.ArgumentParser(description="How long exact counting takes.")
    parser.add_argument("--games", type=int, default=200, help="games per number of players (200)")
    parser.add_argument("--quick", action="store_true", help="8 games, 5 positions for PySDD")
    parser.add_argument("--players", type=int, nargs="+", default=[3, 4, 5, 6], choices=[3, 4, 5, 6])
    parser.add_argument("--parts", nargs="+", default=["seat", "onlooker", "pysdd"])
    asked = parser.parse_args()
    games, compared = (8, 5) if asked.quick else (asked.games, COMPARED)
    print(f"seeds of table(players, seed): 0 to {games - 1}, for PySDD 0 to {compared - 1}")
    print(f"{'':30}{'players':>8}{'n':>8}{'median':>10}{'p99':>10}{'max':>10}   goal")
    for players in asked.players:
        if "seat" in asked.parts:
            bench_seat(players, range(games))
        if "onlooker" in asked.parts:
            bench_onlooker(players, range(games))
        if "pysdd" in asked.parts:
            bench_pysdd(players, range(compared))


def bench_seat(players: int, seeds: Sequence[int]) -> None:
    logic, choice, triples, ratios = [], [], [], []
    for position in every_position(players, seeds, 0):
        plain = replace(position, choices=())
        logic.append(timed(lambda plain=plain: count(plain).cells))
        choice.append(timed(lambda position=position: count(position).cells))
        triples.append(timed(lambda position=position: count(position).table(SLOTS)))
        if position.choices:  # the better of two runs, as a ratio doubles what disturbs either
            best_logic = min(logic[-1], timed(lambda plain=plain: count(plain).cells))
            best_choice = min(choice[-1], timed(lambda position=position: count(position).cells))
            ratios.append(best_choice / best_logic)
    show("cells, seat, logic", players, logic)
    show("cells, seat, choice", players, choice)
    show("choice : logic", players, ratios)
    show("triples, seat, choice", players, triples)


def bench_onlooker(players: int, seeds: Sequence[int]) -> None:
    cells = [
        timed(lambda position=position: count(position).cells)
        for position in every_position(players, seeds, None)
    ]
    show("cells, onlooker", players, cells)


def bench_pysdd(players: int, seeds: Sequence[int]) -> None:
    if SddManager is None:
        print(f"{'PySDD is not installed':30}{players:>8}")
        return
    picked = [
        replace(Random(seed).choice(list(positions(table(players, seed), 0))), choices=()) for seed in seeds
    ]
    ours = [
        min(timed(lambda position=position: count(position).cells) for _ in range(3)) for position in picked
    ]
    deals = [count(position).deals for position in picked]
    set_ups: list[tuple[str, str, Callable[[Position], Position]]] = [
        ("as it comes", "balanced", lambda position: position),
        ("right-linear", "right", lambda position: position),
        ("helped", "right", helped),
    ]
    for name, vtree, prepare in set_ups:
        theirs = [limited(prepare(position), vtree, n) for position, n in zip(picked, deals, strict=True)]
        show(f"PySDD, {name}", players, theirs)
        show(f"PySDD : ours, {name}", players, [t / o for t, o in zip(theirs, ours, strict=True)])


def every_position(players: int, seeds: Sequence[int], seat: int | None) -> Iterator[Position]:
    return chain.from_iterable(positions(table(players, seed), seat) for seed in seeds)


def timed(work: Callable[[], object]) -> float:
    start = process_time()
    work()
    return 1000 * (process_time() - start)


def show(name: str, players: int, values: list[float]) -> None:
    ranked = sorted(values)
    median, p99, most = (ranked[min(len(ranked) - 1, int(len(ranked) * q))] for q in (0.5, 0.99, 1))
    goal = GOALS.get((name, players)) or GOALS.get((name, None), "")
    print(
        f"{name:30}{players:>8}{len(ranked):>8}{median:>10.2f}{p99:>10.2f}{most:>10.2f}   {goal}", flush=True
    )


def helped(position: Position) -> Position:
    """The same position with all that our own counting knows before it counts."""
    reduced = reduce(position)
    assert reduced is not None
    dealt = [step.card for step in program(reduced).steps if isinstance(step, Deal)]

    def places(bits: int) -> frozenset[Place]:
        return frozenset(place for i, place in enumerate(reduced.places) if bits >> i & 1)

    domain = {reduced.cards[card]: places(reduced.domain[card]) for card in [*reduced.settled(), *dealt]}
    clauses = ({reduced.cards[card]: places(bits) for card, bits in ways.items()} for ways in reduced.clauses)
    return Position(position.capacity, domain, tuple(map(Clause, clauses)))


def limited(position: Position, vtree: str, deals: int) -> float:
    """Milliseconds that PySDD takes in a process of its own; the limit if it takes longer."""
    fork = get_context("fork")
    receiver, sender = fork.Pipe(duplex=False)
    child = fork.Process(target=_compile_and_send, args=(sender, position, vtree))
    child.start()
    sender.close()
    try:
        taken, counted = receiver.recv()
    except EOFError:
        return 1000 * LIMIT
    finally:
        child.join()
    assert counted == deals, f"PySDD counts {counted} deals, we count {deals}"
    return taken


def _compile_and_send(sender: Connection, position: Position, vtree: str) -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (LIMIT, LIMIT))
    start = process_time()
    counted = sdd_cells(position, vtree)
    sender.send((1000 * (process_time() - start), round(counted)))


def sdd_cells(position: Position, vtree: str) -> float:
    """Compile the position, one variable per card and place, and work out every cell; return the count."""
    pairs = [
        (card, place)
        for card, places in position.domain.items()
        for place in position.capacity
        if place in places
    ]
    manager = SddManager.from_vtree(Vtree(var_count=len(pairs), vtree_type=vtree))
    lies = {pair: manager.literal(i) for i, pair in enumerate(pairs, 1)}
    parts = [
        _exactly(manager, [lies[pair] for pair in pairs if pair[0] == card], 1) for card in position.domain
    ]
    parts += [
        fold(
            or_,
            [
                lies[card, place]
                for card, places in clause.ways.items()
                for place in places
                if (card, place) in lies
            ],
        )
        for clause in position.clauses
    ]
    parts += [
        _exactly(manager, [lies[pair] for pair in pairs if pair[1] == place], size)
        for place, size in position.capacity.items()
    ]
    counter = fold(and_, parts).wmc(log_mode=False)
    total: float = counter.propagate()
    for i in range(1, len(pairs) + 1):
        counter.literal_derivative(i)
    return total


def _exactly(manager: Any, literals: list[Any], number: int) -> Any:
    """That so many of the literals are true; row i says it of i fewer, among the literals seen so far."""
    rows = [manager.true() if missing == 0 else manager.false() for missing in range(number + 1)]
    for literal in reversed(literals):
        fewer = [manager.false(), *rows[:-1]]
        rows = [(literal & less) | (~literal & same) for less, same in zip(fewer, rows, strict=True)]
    return rows[-1]


if __name__ == "__main__":
    main()
