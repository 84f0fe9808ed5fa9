"""A crew's books were lost, and come back from a file of them."""

import gzip
import json

from bot.store.people.erased import find_host_key
from bot.tally.papers import books_file, marks
from bot.tally.papers.collecting import find_origin
from tests.bot.tally.crew import HERE, Crew
from tests.bot.tally.test_moving import THERE, book_at, bring, file_of, pages


async def test_a_crew_whose_books_were_lost_gets_them_back_from_their_file(crew: Crew) -> None:
    """An entry is known if the books have it, whatever crew the file names. So a host who has lost the database, or
    has restored an older backup, can bring in what is missing. Later hands keep their own numbers."""
    undone = await crew.enter_hand({"Bear": 4, "Bull": -4})
    await crew.tally.undo(crew.request(), str(undone), "wrong")
    await crew.enter_hand({"Bear": 6, "Bull": -6})
    await crew.tally.paying.enter("Bull", "Bear", 2, False, crew.request())
    here, there = await crew.book(), await book_at(crew, THERE)
    text = gzip.decompress(await file_of(crew)).decode()
    moved = gzip.compress(text.replace(find_origin(here.crew), find_origin(there.crew)).encode())
    key = await crew.read(find_host_key)
    lost = books_file.write(marks.sign(books_file.read(moved), key)).body
    await bring(crew, lost)
    assert await pages(crew, THERE) == await pages(crew, HERE)
    assert "Everything in that file is in the books already" in (await bring(crew, lost)).text
    body = await file_of(crew)
    await crew.enter_hand({"Bear": 1, "Bull": -1})
    await crew.tally.paying.enter("Bull", "Bear", 3, False, crew.request())
    assert "Everything in that file is in the books already" in (await bring(crew, body, HERE)).text
    whole = json.loads(gzip.decompress(await file_of(crew)))
    later = [find_origin(here.crew), max(entry[0][1] for entry in whole["entries"]) + 90]
    whole["entries"].append([later, *whole["entries"][-1][1:]])
    newer = gzip.compress(json.dumps(whole).encode())
    await bring(crew, newer, HERE)
    assert await crew.balances() == {"Bear": 8, "Bull": -8}
    assert "Everything in that file is in the books already" in (await bring(crew, newer, HERE)).text
