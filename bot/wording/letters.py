"""Letters as people type them: capitals and accents make no difference."""

import unicodedata


def simplify(text: str) -> str:
    """Return a text in lower case and without accents."""
    plain = text.lower()
    if plain.isascii():
        return plain
    return "".join(sign for sign in unicodedata.normalize("NFKD", plain) if not unicodedata.combining(sign))
