"""Cockroach Poker Royal (Drei Magier 2012): claims about hidden animals; RULES.md section 3."""
