"""How long `import assistant` takes in a fresh interpreter, and what the environment of `make play` costs.

The environment is set up anew in a temporary folder, from the lock, as `make play` does it.
"""

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HOUSE = Path(__file__).parents[2]
IMPORTS = 21  # fresh interpreters for each module; the first only warms the disk's cache
TIMED = "import time; start = time.perf_counter(); import {}; print(time.perf_counter() - start)"


def import_times(module: str) -> list[float]:
    """Seconds that one import took, in interpreters that had imported nothing else."""
    command = [sys.executable, "-c", TIMED.format(module)]
    return [float(subprocess.check_output(command, cwd=HOUSE)) for _ in range(IMPORTS)][1:]


def megabytes(folder: Path) -> float:
    """What a folder takes on the disk, in blocks, as `du` counts it; hard links count once."""
    seen = {(s := path.lstat()).st_ino: s.st_blocks * 512 for path in folder.rglob("*")}
    return sum(seen.values()) / 2**20


def set_up(folder: Path) -> float:
    """Make the environment of `make play` in a folder and return the seconds it took."""
    start = time.perf_counter()
    subprocess.run([sys.executable, "-m", "venv", folder], check=True)
    install = [folder / "bin/python", "-m", "pip", "install", "-q", "-c", "constraints.txt", "-e", ".[app]"]
    subprocess.run(install, cwd=HOUSE, check=True, env=os.environ | {"PIP_DISABLE_PIP_VERSION_CHECK": "1"})
    return time.perf_counter() - start


def main() -> None:
    print("import, ms in a fresh interpreter           median      max")
    for module in ("engine.match", "assistant", "assistant.cluedo.knowledge", "assistant.ui"):
        times = import_times(module)
        print(f"  {module:<40}{1e3 * statistics.median(times):8.1f} {1e3 * max(times):8.1f}")
    with tempfile.TemporaryDirectory() as place:
        seconds = set_up(Path(place))
        print(f"environment of make play: {megabytes(Path(place)):.0f} MiB, set up in {seconds:.0f} s")


if __name__ == "__main__":
    main()
