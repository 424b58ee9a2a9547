"""What can be known at a table of Cluedo."""
