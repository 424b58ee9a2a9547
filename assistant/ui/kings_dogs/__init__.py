"""The screens of King's Dogs."""
