"""The screens of Cockroach Poker Royal."""
