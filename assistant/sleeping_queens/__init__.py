"""What a player of Sleeping Queens 2 can know: which cards make equations, what the next turn may bring."""
