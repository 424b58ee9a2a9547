"""The engine's arena with the bots of the assistant at the table too.

python -m assistant.arena cluedo --seats advised,sheet,sheet --until-separated
"""

from __future__ import annotations

import sys

from assistant import games
from engine import arena

if __name__ == "__main__":
    sys.exit(arena.main(sys.argv[1:], games.bots))
