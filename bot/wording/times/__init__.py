"""Times as people type them, in the words of every language that has a folder: days, hours, waits and quiet hours.

The grammar is our own: the packages that parse times guess where they should refuse (see docs/dependencies.md). Its
words are in `translations/en/times.txt` and in `times.po` of each language. It knows them all at once, without accents,
so people may type in any of the languages.
"""
