"""Write the golden transcripts anew: `python -m tests.goldens`. Read the difference before you keep it."""

from tests.goldens.transcript import HERE, write_all

for written in write_all():
    print(written.relative_to(HERE))
