"""What a player of King's Dogs can know: where every dog may be, and what a search would bring."""
