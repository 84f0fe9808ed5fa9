"""Starts the bot and kills it if it hangs, so that whoever started this starts it again.

    python docs/deploy/watch.py python -m bot.boneyard run

It hangs if it has answered /health/alive once and then says nothing for ten seconds. Kubernetes sees to this by itself;
podman and docker only call such a process unhealthy. HEALTH_PORT must be set.
"""

import os
import signal
import subprocess
import sys
import urllib.request

SILENT_FOR = 10.0
ASKED_EVERY = 5.0


def watch(bot: subprocess.Popen[bytes], url: str, silent_for: float, asked_every: float) -> int:
    """Wait until the bot ends. Return its exit status, as a shell would for a bot that was killed."""
    answered = False
    while True:
        try:
            status = bot.wait(asked_every)
            return status if status >= 0 else 128 - status
        except subprocess.TimeoutExpired:
            pass
        try:
            urllib.request.urlopen(url, timeout=silent_for).close()
            answered = True
        except OSError as error:  # refused before the bot is up and after it has ended
            if answered and isinstance(getattr(error, "reason", error), TimeoutError):
                print(f"Boneyard has said nothing for {silent_for:g} seconds, and is killed.", file=sys.stderr)
                bot.kill()


if __name__ == "__main__":
    started = subprocess.Popen(sys.argv[1:])
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda given, _: started.send_signal(given))
    sys.exit(watch(started, f"http://127.0.0.1:{os.environ['HEALTH_PORT']}/health/alive", SILENT_FOR, ASKED_EVERY))
