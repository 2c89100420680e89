"""`python -m fp8c`."""

from ._command import main

main()
