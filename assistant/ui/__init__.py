"""What a person sees and touches: screens as markup, and the one widget that carries them."""

import logging

logging.getLogger(__name__).addHandler(logging.NullHandler())
