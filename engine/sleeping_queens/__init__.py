"""Sleeping Queens 2: The Rescue (Gamewright 2022): equations, knights, companions; RULES.md section 2."""
