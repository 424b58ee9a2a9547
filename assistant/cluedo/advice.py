"""Advice for Cluedo: which suggestion to make, and whether to accuse, each with its reason in a sentence.

`Study` weighs suggestions in small pieces, so that a screen can show what is certain first and stays alive
without threads: call `step` until it returns False, and show `outlooks` whenever you like.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from random import Random
from typing import Any, TypeVar

from assistant.advise import Advice
from assistant.cluedo import rivals
from assistant.cluedo.knowledge import Knowledge
from assistant.cluedo.outlook import Outlook, Survey, in_public, suggestions
from assistant.cluedo.rivals import Share
from assistant.knowledge import CHOICE, Model
from engine.cluedo import table as t
from engine.cluedo.table import Triple
from engine.core import Event, Message, Named, Seat

T = TypeVar("T")
CLOSER = 5
"""How many of the best suggestions are looked at more closely."""
EFFORT = 300_000
"""How many states a study goes through before it leaves out the closer look at more than the best one."""


class Study:
    """Weighs every suggestion of some locations for `asker`, then up to CLOSER best ones more closely.

    `model` weighs the deals, `every_holder` is the table rule that everybody who holds a named card shows
    one. Without `heard` nothing is worked out for onlookers. Raises Contradiction if no deal fits.
    """

    def __init__(
        self,
        knowledge: Knowledge,
        asker: Seat,
        locations: Iterable[str],
        model: Model = CHOICE,
        *,
        every_holder: bool = False,
        closer: int = CLOSER,
        heard: bool = True,
    ) -> None:
        self.knowledge, self.asker, self.model = knowledge, asker, model
        self._every_holder, self._closer, self._heard = every_holder, closer, heard
        self._survey = Survey(knowledge, asker, model, every_holder=every_holder)
        named = [cards for place in locations for cards in suggestions(knowledge.deck, place)]
        self._waiting = self._survey.sorted(named)
        self._found: dict[Triple, Outlook] = {}
        self._sheet_order = {cards: i for i, cards in enumerate(named)}
        self._work = self._pieces()

    def step(self) -> bool:
        """Do a small piece of the work; False when nothing is left to do."""
        return next(self._work, False)

    def run(self) -> Study:
        """Do all that is left, and return the study itself."""
        while self.step():
            pass
        return self

    @property
    def progress(self) -> Fraction:
        """How many of the suggestions are weighed."""
        return Fraction(len(self._found), len(self._sheet_order) or 1)

    @property
    def outlooks(self) -> tuple[Outlook, ...]:
        """What is weighed so far: most bits first, equal ones by what onlookers learn, then by the sheet."""
        return tuple(sorted(self._found.values(), key=self._rank))

    def _rank(self, outlook: Outlook) -> tuple[float, float, int]:
        heard = sum(outlook.public) if outlook.public else 0.0
        return -round(outlook.total, 9), round(heard, 9), self._sheet_order[outlook.cards]

    def _pieces(self) -> Iterator[bool]:
        for cards in self._waiting:
            for outlook in _ending(self._survey.outlook(cards)):
                if outlook is not None:
                    self._found[cards] = outlook
                yield True
        best = [outlook.cards for outlook in self.outlooks[: self._closer]]
        yield from self._together(best)
        if best and self._heard:
            yield from self._in_public(best)

    def _together(self, best: Sequence[Triple]) -> Iterator[bool]:
        for cards in best:
            for together in _ending(self._survey.together(cards)):
                if self._survey.work > EFFORT and cards != best[0]:
                    return
                if together is not None:
                    self._note(cards, triple=together.bits, guess=together.guess)
                yield True

    def _in_public(self, best: Sequence[Triple]) -> Iterator[bool]:
        heard = Survey(in_public(self.knowledge), self.asker, every_holder=self._every_holder)
        for cards in heard.sorted(best):
            for outlook in _ending(heard.outlook(cards)):
                if self._survey.work + heard.work > EFFORT:
                    return
                if outlook is not None:
                    self._note(cards, public=outlook.bits)
                yield True

    def _note(self, cards: Triple, **found: Any) -> None:
        self._found[cards] = replace(self._found[cards], **found)

    def advice(self) -> tuple[Advice, ...]:
        """Return what is weighed so far as advice, one for each of `outlooks`; the value is in bits."""
        return tuple(
            Advice(t.Suggest(*outlook.cards[:2]), outlook.total, outlook.spread, reasons(outlook))
            for outlook in self.outlooks
        )


def _ending(work: Generator[None, None, T]) -> Iterator[T | None]:
    """Yield None for each piece of the work and its answer at the end."""
    while True:
        try:
            next(work)
        except StopIteration as end:
            yield end.value
            return
        yield None


_ANSWERED = (
    Message("It tells {bits} bits, most about the suspect; {player} shows a card with a chance of {chance}."),
    Message("It tells {bits} bits, most about the weapon; {player} shows a card with a chance of {chance}."),
    Message(
        "It tells {bits} bits, most about the location; {player} shows a card with a chance of {chance}."
    ),
)
_UNANSWERED = (
    Message("It tells {bits} bits, most about the suspect; nobody can answer with a chance of {chance}."),
    Message("It tells {bits} bits, most about the weapon; nobody can answer with a chance of {chance}."),
    Message("It tells {bits} bits, most about the location; nobody can answer with a chance of {chance}."),
)


def reasons(outlook: Outlook) -> tuple[Message, ...]:
    """Return why a suggestion stands where it stands: one sentence, and more where there is more to say."""
    if not round(outlook.total, 9):
        return (Message("Whatever the answer is, it tells you nothing new."),)
    most = outlook.bits.index(max(outlook.bits))
    answered = outlook.answered
    likeliest = max(answered, key=lambda seat: answered[seat], default=None)
    if likeliest is None or answered[likeliest] < outlook.nobody:
        said = replace(_UNANSWERED[most], slots={"bits": outlook.total, "chance": outlook.nobody})
    else:
        slots = {"bits": outlook.total, "player": Named("seat", likeliest), "chance": answered[likeliest]}
        said = replace(_ANSWERED[most], slots=slots)
    found = [said]
    if outlook.sure:
        found.append(
            Message("With a chance of {chance} you know the envelope then.", {"chance": outlook.sure})
        )
    open_cards = [card for card in outlook.cards if outlook.shown(card)]
    if len(open_cards) == 1:
        card = Named("card", open_cards[0])
        found.append(
            Message(
                "Nobody else can have the other two, so the answer is about {card} alone.", {"card": card}
            )
        )
    if outlook.public is not None:
        found.append(Message("Whoever only listens learns {bits} bits.", {"bits": sum(outlook.public)}))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Accusing:
    """Whether to accuse of the likeliest `cards`.

    That is right with chance `now`; after one more question the likeliest triple is with chance `later`.
    `beaten` is how likely somebody else accuses first (see `rivals`). To wait is better if the chance not to
    be beaten and then to be right is the greater one; `firm` says that the whole interval of `beaten` agrees.
    """

    cards: Triple
    now: Fraction
    later: Fraction
    beaten: Share

    @property
    def accuse(self) -> bool:
        """Whether accusing now is at least as good as asking once more."""
        return self.now >= (1 - self.beaten.mean) * self.later

    @property
    def firm(self) -> bool:
        """Whether the advice is the same at both ends of the interval."""
        ends = (self.beaten.low, self.beaten.high)
        return all((self.now >= (1 - end) * self.later) == self.accuse for end in ends)

    @property
    def reason(self) -> Message:
        """The advice as a sentence with its numbers."""
        slots = {
            "now": self.now,
            "later": self.later,
            "low": Fraction(self.beaten.low),
            "high": Fraction(self.beaten.high),
            "cards": tuple(Named("card", card) for card in self.cards),
        }
        if self.now == 1:
            return Message("Accuse: it is certain that the envelope holds {cards}.", slots)
        if not self.firm:
            return Message(
                "Too close to call: an accusation is right with a chance of {now}, after one more question"
                " with {later}; somebody else is first with a chance of {low} to {high}.",
                slots,
            )
        if self.accuse:
            return Message(
                "Accuse now: you are right with a chance of {now}, after one more question with {later}, but"
                " somebody else is first with a chance of {low} to {high}.",
                slots,
            )
        return Message(
            "Wait: you would be right with a chance of {now}, after one more question with {later}; somebody"
            " else is first with a chance of {low} to {high}.",
            slots,
        )


def accusing(
    study: Study, events: Sequence[Event], rng: Random, deals: int = rivals.DEALS
) -> Generator[None, None, Accusing]:
    """Return, piece by piece, whether the asker of a study should accuse now.

    `events` is the observer's redacted log; `rng` draws the deals for `rivals`. The study is finished first.
    """
    while study.step():
        yield
    knowledge, model = study.knowledge, study.model
    cards, now = knowledge.envelope(model)[0]
    guesses = [outlook.guess for outlook in study.outlooks if outlook.guess is not None]
    beaten = yield from rivals.first(knowledge, events, rng, model, deals)
    return Accusing(cards, now, max([now, *guesses]), beaten)
