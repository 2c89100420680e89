"""The command `fp8c` of an installed package: the binary beside it takes this process's place."""

import os
import sys

from ._native import command


def main() -> None:
    """Runs the command with this process's arguments."""
    words = command()
    try:
        os.execvp(words[0], [*words, *sys.argv[1:]])
    except OSError as error:
        sys.exit(f"fp8c: the command cannot be started: {error}")


if __name__ == "__main__":
    main()
