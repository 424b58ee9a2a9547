"""A saved game that says what cannot be is refused with its line."""

import pytest

from engine.log import LogError, parse
from tests.cockroach_poker.test_example import TEXT


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"claim": "toad"', '"claim": "joker"'),
        ('"claim": "royal"', '"claim": "spider"'),
        ('"by": 1, "to": 2, "claim": "royal"', '"by": 1, "to": 0, "claim": "royal"'),
        ('"by": 0, "to": 1, "claim": "toad"', '"by": 0, "to": 0, "claim": "toad"'),
        ('"claim": "toad", "card": "toad-royal"', '"claim": "toad", "card": "rat-royal"'),
        ('"claim": "toad", "card": "toad-royal"', '"claim": "toad"'),
        ('{"event": "Peeked", "by": 1}', '{"event": "Peeked", "by": 2}'),
        ('"cards": ["rat"], "matching"', '"cards": ["scorpion"], "matching"'),
        ('"card": "rat", "source": "pile"', '"card": "bat", "source": "pile"'),
        ('"card": "rat", "source": "pile"', '"card": "rat", "source": "hand"'),
        ('"card": "rat", "source": "payment"', '"card": "joker", "source": "payment"'),
        ('{"event": "CardRevealed", "card": "joker"}', '{"event": "CardRevealed", "card": "spider"}'),
        ('"SpecialTaken", "seat": 0, "card": "joker"', '"SpecialTaken", "seat": 0, "card": "rat"'),
        ('"size": 20', '"size": 19'),
        ('"size": 19', '"size": 0'),
        ('"size": 7', '"size": 6'),
        ('"Guessed", "by": 2', '"Guessed", "by": 0'),
        ('"RoundLost", "seat": 2', '"RoundLost", "seat": 0'),
        ('"Paid", "seat": 0', '"Paid", "seat": 1'),
        ('"RoundBegan", "seat": 2', '"RoundBegan", "seat": 1'),
        ('{"event": "Guessed", "by": 2, "true": false}\n', ""),
    ],
)
def test_what_cannot_be_is_refused(old, new):
    assert old in TEXT
    with pytest.raises(LogError, match="does not fit the game so far"):
        parse(TEXT.replace(old, new, 1))
