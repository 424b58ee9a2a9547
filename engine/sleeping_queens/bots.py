"""Bots for Sleeping Queens 2."""

from __future__ import annotations

from collections.abc import Mapping

from engine.bots import MakeBot, RandomBot

BOTS: Mapping[str, MakeBot] = {"random": RandomBot}
