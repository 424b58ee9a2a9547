"""A game at a physical table, folded from what a person notes: the rules add what follows by itself.

The person notes what was done and what was turned up, as the events that the person's seat saw. Whatever
`follow` makes of that happens by itself; what it demands, and what somebody decides, waits for the next
entry. An entry that cannot be there is kept with the sentence that says why, and the rest goes on without it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, Protocol, Self, TypeVar

from engine.core import Demand, Event, Game, Message, SaidError, Seat

UNFIT = (ValueError, LookupError, TypeError, AttributeError, AssertionError)
"""What the rules raise for an event that is no event of this table: a seat that does not exist, say."""
DOES_NOT_FIT = Message("This does not fit the game so far.")

Entry = tuple[Event, ...]
"""What was noted at once: events that stand or fall together."""


class Teller(Protocol):
    """What a seat knows of a game; every game's `Knowledge` has this shape."""

    @property
    def view(self) -> Any:
        """The table as the seat sees it."""
        ...

    def tell(self, event: Event) -> Self:
        """Return what is known after an event; raises SaidError."""
        ...


K = TypeVar("K", bound=Teller)

Settled = Callable[[K, Demand | None], Event | None]
"""Return the event that answers a demand, or the decision that is waited for (None), where the seat sees the
same whatever happens: tiles that somebody else sets up, say. None where the person must note it."""


@dataclass(frozen=True, slots=True)
class Noted:
    """An entry and what became of it: `at` is how many events the log has after it.

    `trouble` says why it cannot be there; None where it stands.
    """

    entry: Entry
    at: int
    trouble: Message | None = None


@dataclass(frozen=True, slots=True)
class Record(Generic[K]):
    """A table after some entries; make one with `begin`.

    `log` is the log of the seat with all that followed by itself, `waits` the demand that the next entry
    answers, None where somebody has to decide or the game is over.
    """

    game: Game
    settled: Settled[K]
    known: K
    log: tuple[Event, ...] = ()
    notes: tuple[Noted, ...] = ()
    waits: Demand | None = None

    def tell(self, entry: Entry) -> Record[K]:
        """Return the table after one more entry; one that cannot be there changes nothing but `notes`."""
        try:
            after = self
            for event in entry:
                after = after._follow(event)
        except SaidError as error:
            trouble = error.reason
        except UNFIT:
            trouble = DOES_NOT_FIT
        else:
            return replace(after, notes=(*self.notes, Noted(entry, len(after.log))))
        return replace(self, notes=(*self.notes, Noted(entry, len(self.log), trouble)))

    @property
    def decider(self) -> Seat | None:
        """Whose decision is waited for; None where something is to be turned up, or the game is over."""
        return None if self.waits else self.game.decider(self.known.view)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.game.result(self.known.view) is not None

    @property
    def troubles(self) -> tuple[int, ...]:
        """The numbers, from 1, of the entries that cannot be there."""
        return tuple(n for n, noted in enumerate(self.notes, 1) if noted.trouble)

    def entry_at(self, length: int) -> int:
        """Return the number of the entry that brought the log to this many events; 0: before the first."""
        standing = [(n, noted.at) for n, noted in enumerate(self.notes, 1) if not noted.trouble]
        return next((n for n, at in standing if length <= at), standing[-1][0] if standing else 0)

    def _follow(self, event: Event) -> Record[K]:
        """Return the table after an event and all that follows by itself."""
        happens: Event | None = event
        known, log, waits = self.known, self.log, self.waits
        while happens is not None:
            known, log = known.tell(happens), (*log, happens)
            happens, waits = _next(self.game, self.settled, known)
        return replace(self, known=known, log=log, waits=waits)


def begin(game: Game, known: K, settled: Settled[K]) -> Record[K]:
    """Return the table before the first entry; `known` is what the seat knows before anything happened."""
    happens, waits = _next(game, settled, known)
    table = Record(game, settled, known, waits=waits)
    return table if happens is None else table._follow(happens)


def records(start: Record[K], entries: Sequence[Entry], earlier: Sequence[Record[K]] = ()) -> list[Record[K]]:
    """Return the table before the first entry and after each.

    What `earlier`, the tables that came of other entries, has of the same beginning is taken over.
    """
    tables = [start]
    if earlier and earlier[0] is start:
        for table, entry in zip(earlier[1:], entries, strict=False):
            if table.notes[-1].entry != entry:
                break
            tables.append(table)
    for entry in entries[len(tables) - 1 :]:
        tables.append(tables[-1].tell(entry))
    return tables


def _next(game: Game, settled: Settled[K], known: K) -> tuple[Event | None, Demand | None]:
    """Return what happens by itself now, else the demand that waits."""
    thing = game.follow(known.view)
    if isinstance(thing, Event):
        return thing, None
    if thing is None and game.decider(known.view) is None:
        return None, None
    return settled(known, thing), thing
