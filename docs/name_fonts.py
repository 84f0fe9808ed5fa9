"""Make the fonts of names again: `python docs/name_fonts.py INTER NOTO EMOJI`, with fonttools and brotli installed.

INTER is the folder of the unpacked npm package `@fontsource/inter`, EMOJI that of `@fontsource/noto-emoji`, and NOTO
the folder `usr/share/fonts` of Debian's packages `fonts-noto-core` and `fonts-noto-cjk`. docs/dependencies.md says
which versions were used, and what is left out.
"""

import lzma
import sys
from pathlib import Path

from fontTools.merge import Merger
from fontTools.merge import Options as MergeOptions
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.ttLib.scaleUpem import scale_upem

TARGET = Path(__file__).parent.parent / "render" / "fonts"
INTER, NOTO, EMOJI = map(Path, sys.argv[1:])
SCRIPTS = (
    "Adlam Arabic Armenian Bengali CanadianAboriginal Cherokee Devanagari Ethiopic Georgian Gujarati Gurmukhi Hebrew "
    "Javanese Kannada Khmer Lao Malayalam Myanmar Oriya Sinhala Sundanese Symbols Tamil Telugu Thaana Thai"
).split()
HAN = set(range(0x4E00, 0xA000))


def charset(codec):
    """The Han characters of a character set."""
    found = set()
    for point in HAN:
        try:
            chr(point).encode(codec)
        except UnicodeEncodeError:
            continue
        found.add(point)
    return found


def write(font, name, points, features, units=0):
    """Write a font with these characters and features, without hints, under a name of its own.

    With `units` to the em, the outlines are rounded to these, and the font is packed: a name is some forty pixels high.
    """
    options = Options(hinting=False, notdef_outline=True, layout_features=features, name_IDs=[0, 13, 14], drop_tables=[
        "vhea", "vmtx", "VORG", "BASE", "DSIG", "meta", "STAT"])  # fmt: skip
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=points)
    subsetter.subset(font)
    family = "Bones " + name.replace("-", " ").title()
    texts = {1: family, 2: "Regular", 3: f"{family} 1", 4: family, 6: family.replace(" ", ""),
             13: "SIL Open Font License 1.1", 14: "https://openfontlicense.org"}  # fmt: skip
    for number, text in texts.items():
        font["name"].setName(text, number, 3, 1, 0x409)
    if "CFF " in font:
        font["CFF "].cff.fontNames = [texts[6]]
        top = font["CFF "].cff.topDictIndex[0]
        top.FullName = top.FamilyName = family
    if units:
        scale_upem(font, units)
    file = TARGET / f"bones-{name}.{'xz' if units else 'ttf'}"
    with (lzma.open(file, "wb", preset=9 | lzma.PRESET_EXTREME) if units else file.open("wb")) as opened:
        font.save(opened, reorderTables=False)
    print(file.name, len(font.getBestCmap()), "characters", file.stat().st_size, "bytes")


for weight in (500, 700, 800):
    parts = []
    for part in ("latin", "latin-ext", "vietnamese", "greek", "greek-ext", "cyrillic", "cyrillic-ext"):
        font = TTFont(INTER / "files" / f"inter-{part}-{weight}-normal.woff2")
        font.flavor = None
        for table in ("GSUB", "GPOS", "GDEF", "STAT"):
            if table in font:
                del font[table]
        parts.append(Path(f"/tmp/inter-{part}-{weight}.ttf"))
        font.save(parts[-1])
    merged = Merger(options=MergeOptions(drop_tables=["STAT"])).merge([str(part) for part in parts])
    write(merged, f"letters-{weight}", set(range(0x100, 0x2200)) | set(range(0x2C60, 0x2E00)) | set(range(0xA640, 0xA800)), [])

for script in SCRIPTS:
    font = TTFont(next(NOTO.glob(f"**/NotoSans{script}-Bold.ttf")))
    write(font, script.lower(), {point for point in font.getBestCmap() if point > 0xFF and point != 0x25CC}, ["*"])
font = TTFont(next(NOTO.glob("**/NotoSansSymbols2-Regular.ttf")))
write(font, "signs", {point for point in font.getBestCmap() if 0x2000 < point < 0x3000 or 0x1F000 <= point < 0x1F100
                      or 0x1F300 <= point < 0x1F800}, [], 200)  # fmt: skip
font = TTFont(EMOJI / "files" / "noto-emoji-emoji-700-normal.woff2")
font.flavor = None
write(font, "emoji", {point for point in font.getBestCmap() if point > 0xFF or chr(point) in "#*0123456789"}, ["*"], 500)

cjk = next(NOTO.glob("**/NotoSansCJK-Bold.ttc"))
wide = set(range(0x3001, 0x3030)) | set(range(0xFF01, 0xFFEF))
chinese, taiwanese, japanese = charset("gb2312"), charset("big5"), charset("shift_jis")
write(TTFont(cjk, fontNumber=2), "han", (HAN - (taiwanese - chinese)) | wide, [], 200)
write(TTFont(cjk, fontNumber=3), "han-traditional", taiwanese | set(range(0x3105, 0x3130)) | set(range(0x31A0, 0x31C0)), [], 200)
write(TTFont(cjk, fontNumber=0), "han-japanese", japanese | wide | set(range(0x3041, 0x3100)) | set(range(0x31F0, 0x3200)), [], 200)
write(TTFont(cjk, fontNumber=1), "hangul", set(range(0xAC00, 0xD7A4)) | set(range(0x3131, 0x318F)), [], 200)
