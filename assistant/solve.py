"""What is known as variables, domains and constraints: is it possible, is it certain, show me a world.

One 0/1 variable per open card and place it may lie in; every card has one place, every place its number
of cards, every clause one card at least. Choices weigh deals and exclude none, so they are left out.
Six players without a hand of one's own can take a second or more; `count` has no such slow cases.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from constraint import BacktrackingSolver, Constraint, Problem

from assistant.position import Card, Clause, Place, Position, World

Domains = dict[Card, frozenset[Place]]


def possible(position: Position) -> bool:
    """Tell whether any deal fits."""
    return world(position) is not None


def certain(position: Position, card: Card, place: Place) -> bool:
    """Tell whether the card lies in this place in every deal that fits, and one fits."""
    elsewhere = {**position.domain, card: position.domain[card] - {place}}
    return possible(position) and not possible(replace(position, domain=elsewhere))


def world(position: Position) -> World | None:
    """Return a deal that fits, None if there is none."""
    domains = dict(position.domain)
    while True:
        before = domains
        narrowed = _narrow(position, domains)
        if narrowed is None:
            return None
        domains = narrowed
        if domains == before:
            break
    fixed = {card: next(iter(places)) for card, places in domains.items() if len(places) == 1}
    if len(fixed) == len(domains):
        return fixed
    solution = _problem(position, domains, fixed).getSolution()
    if solution is None:
        return None
    return fixed | {card: place for (card, place), lies in solution.items() if lies}


def _narrow(position: Position, domains: Domains) -> Domains | None:
    """Return the domains without the places that are plainly impossible; None if no deal can fit."""
    if sum(position.capacity.values()) != len(domains):
        return None
    domains = dict(domains)
    for place, capacity in position.capacity.items():
        candidates = [card for card, places in domains.items() if place in places]
        settled = [card for card in candidates if len(domains[card]) == 1]
        if not len(settled) <= capacity <= len(candidates):
            return None
        if len(settled) == capacity:
            domains |= {card: domains[card] - {place} for card in candidates if card not in settled}
        elif len(candidates) == capacity:
            domains |= dict.fromkeys(candidates, frozenset({place}))
    for clause in position.clauses:
        ways = _ways(clause, domains)
        if not ways:
            return None
        if len(ways) == 1:
            domains |= ways
    return domains if all(domains.values()) else None


def _ways(clause: Clause, domains: Domains) -> Domains:
    """Return the cards that can still satisfy the clause, each with the places where it would."""
    ways = {card: domains[card] & places for card, places in clause.ways.items()}
    return {card: places for card, places in ways.items() if places}


def _problem(position: Position, domains: Domains, fixed: Mapping[Card, Place]) -> Problem:
    """Return the constraints on the cards that are not `fixed`."""
    problem = Problem(BacktrackingSolver())
    cells = [(card, place) for card, places in domains.items() if card not in fixed for place in places]
    problem.addVariables(cells, [0, 1])
    for card in domains:
        if card not in fixed:
            problem.addConstraint(_Ones(1, 1), [cell for cell in cells if cell[0] == card])
    lying = list(fixed.values())
    for place, capacity in position.capacity.items():
        if inside := [cell for cell in cells if cell[1] == place]:
            room = capacity - lying.count(place)
            problem.addConstraint(_Ones(room, room), inside)
    for clause in position.clauses:
        ways = _ways(clause, domains)
        if any(ways.get(card) == domains[card] for card in ways):
            continue
        satisfying = [(card, place) for card, places in ways.items() for place in places]
        problem.addConstraint(_Ones(1, len(satisfying)), satisfying)
    return problem


class _Ones(Constraint):  # type: ignore[misc]
    """From `least` to `most` of the 0/1 variables are 1.

    Unlike ExactSumConstraint it counts what can still become 1 in the domains as they are now, which cuts
    the longest searches to a thirtieth and less.
    """

    def __init__(self, least: int, most: int) -> None:
        self.least, self.most = least, most

    def __call__(
        self,
        variables: Sequence[Any],
        domains: Mapping[Any, Any],
        assignments: Mapping[Any, int],
        forwardcheck: object = None,
    ) -> bool:
        ones, free = 0, []
        for variable in variables:
            if variable in assignments:
                ones += assignments[variable]
            elif 1 in domains[variable]:
                if 0 in domains[variable]:
                    free.append(variable)
                else:
                    ones += 1
        if ones > self.most or ones + len(free) < self.least:
            return False
        if forwardcheck and (ones == self.most or ones + len(free) == self.least):
            for variable in free:
                domains[variable].hideValue(int(ones == self.most))
        return True
