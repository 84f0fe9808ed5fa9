"""The command `boneyard`. In the wheel, this folder holds all the others."""

import signal
import sys
from pathlib import Path


def main() -> int:
    """Run the command line with the packages of this folder, whatever other packages are called `games` or `render`.

    SIGTERM ends the program from its first moment, even as the first process of a container.
    """
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    sys.path.insert(0, str(Path(__file__).parent))
    from bot.__main__ import main as run

    return run()


if __name__ == "__main__":
    sys.exit(main())
