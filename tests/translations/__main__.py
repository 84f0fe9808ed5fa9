"""`python -m tests.translations` reports on every language. `python -m tests.translations it` first writes the files of
Italian again, for a translator."""

import sys

from bot.wording.translations import list_languages
from tests.translations.files import write
from tests.translations.report import tell


def main() -> None:
    """Write the files of the named languages, then report on all."""
    for language in sys.argv[1:]:
        write(language)
    for language in list_languages():
        print(*tell(language), sep="\n")


if __name__ == "__main__":
    main()
