"""Runs a module as `python -m` does, with the secrets of a test: `python -m tests.child NAME MODULE ARGUMENT...`.

For tests that start the program in a process of its own. The program itself knows nothing of it.
"""

import runpy
import sys

from tests import fixed_secrets

if __name__ == "__main__":
    _, name, module, *arguments = sys.argv
    fixed_secrets.install()
    fixed_secrets.current.begin(name)
    sys.argv = [module, *arguments]
    runpy.run_module(module, run_name="__main__", alter_sys=True)
