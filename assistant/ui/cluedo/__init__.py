"""The screens of Cluedo."""

from assistant.ui.cluedo import pictures as pictures  # its `picture` is a word of the templates
