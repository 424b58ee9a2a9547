"""What a player of Cockroach Poker Royal can know: which card is on its way, and what each answer risks."""
