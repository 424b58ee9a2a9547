"""How an answer, or a search of some doors, may end: numbers beside what can be touched, and why."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from assistant.kings_dogs.knowledge import Knowledge
from assistant.kings_dogs.outcome import End, Outcome
from assistant.knowledge import Impossible, Model
from assistant.ui.kings_dogs.now import Option
from engine.core import Message, Named, Seat
from engine.kings_dogs.table import Phase

Chances = Mapping[Model, Fraction]


@dataclass(frozen=True, slots=True)
class Odds:
    """How something may end, by model. `hit` is, for an accusation, how likely the dog is there."""

    outcomes: Mapping[Model, Outcome]
    seat: Seat | None
    hit: Chances

    def _each(self, kind: str, seat: Seat | None) -> Chances:
        return {model: getattr(found, kind)(seat) for model, found in self.outcomes.items()}

    @property
    def score(self) -> Chances:
        """How likely the seat that looks gets a score chip."""
        return {} if self.seat is None else self._each("scores", self.seat)

    @property
    def penalty(self) -> Chances:
        """How likely the seat that looks gets a penalty chip."""
        return {} if self.seat is None else self._each("found", self.seat)

    @property
    def nobody(self) -> Chances:
        """How likely no dog is found."""
        return self._each("found", None)

    def found(self, seat: Seat) -> Chances:
        """Return how likely the dog of a seat is found."""
        return self._each("found", seat)

    @property
    def won(self) -> Chances:
        """How likely somebody wins the game."""
        return {model: found.won for model, found in self.outcomes.items()}

    def ends(self) -> tuple[tuple[tuple[Message, ...], Chances], ...]:
        """Return every way it may end in sentences, with its chances, likeliest first."""
        chances: dict[End, dict[Model, Fraction]] = {}
        for model, found in self.outcomes.items():
            for end, chance in found.ends:
                chances.setdefault(end, dict.fromkeys(self.outcomes, Fraction(0)))[model] = chance
        ranked = sorted(chances.items(), key=lambda item: -next(iter(item[1].values())))
        return tuple((tuple(_said(end, self.seat)), found) for end, found in ranked)


def _said(end: End, me: Seat | None) -> Iterator[Message]:
    """Return the sentences that say how a round ends to a person who sits on `me`."""
    if end.found is None:
        yield Message("No dog is found.")
    elif end.found == me:
        yield Message("Your dog is found.")
    else:
        yield Message("The dog of {player} is found.", {"player": Named("seat", end.found)})
    if me in end.scored:
        yield Message("A score chip for you!")
    if others := tuple(Named("seat", seat) for seat in end.scored if seat != me):
        yield Message("A score chip for {players}.", {"players": others})
    if end.eliminated is not None:
        out = Message("{player} is out.", {"player": Named("seat", end.eliminated)})
        yield Message("You are out.") if end.eliminated == me else out
    if me in end.winners:
        yield Message("You win the game.")
    elif end.winners:
        winners = tuple(Named("seat", seat) for seat in end.winners)
        yield Message("The game is won by {players}.", {"players": winners})


def named(doors: Collection[int]) -> tuple[Named, ...]:
    """Return doors as things that have names, in order."""
    return tuple(Named("door", door) for door in sorted(doors))


def of(known: Knowledge, option: Option, models: Collection[Model]) -> Odds | None:
    """Return how an option may end if all agree to it; None for what brings no search and no accusation."""
    if not models:
        return None
    leader = known.view.leader if option.kind == "agree" else known.observer
    match option.kind:
        case "accuse" if option.position is not None:
            accused = known.view.leader
            outcomes = {model: known.accusation(option.position, model) for model in models}
            hit = {model: found.found(accused) for model, found in outcomes.items()}
            return Odds(outcomes, known.observer, hit)
        case "door" | "agree" | "raise" | "reject" if leader is not None:
            return search(known, option.doors, leader, models)
    return None


def search(known: Knowledge, doors: Collection[int], leader: Seat, models: Collection[Model]) -> Odds | None:
    """Return what a search of `doors` brings; None where none can be asked about, or none is wanted."""
    if not doors or not models:
        return None
    try:
        outcomes = {model: known.search(doors, leader, model) for model in models}
    except Impossible:
        return None
    return Odds(outcomes, known.observer, {})


def order(known: Knowledge, leader: Seat) -> tuple[Seat, ...]:
    """Return who is searched, in order."""
    seats = known.view.seats
    turn = [(leader + step) % seats for step in range(seats)]
    return tuple(seat for seat in turn if seat in known.hiding)


def can_search(known: Knowledge) -> bool:
    """Whether a search can be asked about now."""
    view = known.view
    return view.phase in (Phase.OPEN, Phase.RESPOND) and not view.unset


def titled(option: Option, known: Knowledge) -> Message:
    """Return what an option does, as a sentence for its own page."""
    slots: dict[str, object] = {
        "doors": named(option.doors),
        "player": Named("seat", known.view.leader),
    }
    if option.position is not None:
        slots["position"] = option.position
    match option.kind:
        case "accuse":
            return Message("Accuse: the dog of {player} is at {position}.", slots)
        case "agree":
            return Message("Agree: a search of {doors}, beginning with {player}.", slots)
        case "raise":
            return Message("Raise: a search of {doors}, beginning with you.", slots)
        case "reject":
            return Message("Reject: a search of {doors} instead, beginning with you.", slots)
        case "door":
            return Message("Open: a search of {doors}, beginning with you.", slots)
        case "turn":
            return Message("Turn up your X at {position}.", slots)
        case "place":
            return Message("Place your dog at {position}.", slots)
    return Message("Leave the reward.")
