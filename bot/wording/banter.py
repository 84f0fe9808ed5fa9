"""The banter of robots: what they say now and then about something that everybody saw.

A key names the occasion, the role of the speaker, and the number of the line. A speaker in the role "by" gained, one in
the role "of" paid, and one in the role "other" looked on. A line must be true of every occasion with its name, since
the speaker knows only what everybody at the table knows.
"""

from typing import Final

PUSSERS: Final[dict[str, str]] = {
    "banter/fed/of/1": "I threw that with my own hand. Somebody take my hand away.",
    "banter/fed/of/2": "Do not mention it, {by}. Ever.",
    "banter/fed/by/1": "Most kind of you, {of}. I was waiting for somebody with manners.",
    "banter/fed/other/1": "With a spoon, {of}. You fed it in with a spoon.",
    "banter/robbed/of/1": "That was my bone. It had my name on it.",
    "banter/robbed/by/1": "You put it where I could reach it, {of}.",
    "banter/robbed/other/1": "And that is why you lock your kit away at night.",
    "banter/dear/by/1": "{amount} a bit from each of you, please. I take small change.",
    "banter/dear/other/1": "{amount} a bit! There goes my run ashore.",
    "banter/own_wall/other/1": "Hands off your own wall, {of}. The rule is older than you are.",
    "banter/shit/of/1": "It looked like a hand when I picked it up.",
    "banter/shit/other/1": "Never mind, {of}. The rest of us feel much better.",
    "banter/wash_out/other/1": "All that work, and nobody is better off. I feel at home already.",
    "banter/wash_out/other/2": "A lot of smoke and no fire. Again!",
}

LOMBARDY: Final[dict[str, str]] = {
    "banter/scores/by/1": "{amount}. Write it down before I wake up.",
    "banter/scores/by/2": "{amount}, and thank you all for setting the table.",
    "banter/scores/other/1": "{amount}! Who left that open?",
    "banter/wrong/of/1": "I learnt to count from somebody who could not.",
    "banter/wrong/other/1": "Fives, {of}. We count in fives.",
    "banter/renege/by/1": "I thought I smelt something.",
    "banter/renege/of/1": "I was just going to mention it.",
    "banter/renege/other/1": "Gather them up, then. And somebody watch {of}.",
    "banter/no_renege/of/1": "My apologies. From here it looked exactly like one.",
    "banter/out/by/1": "Out! Turn them up, and let us see what you were saving.",
    "banter/out/of/1": "{amount:pip|pips}. I was keeping them warm.",
    "banter/out/other/1": "{of} was saving {amount:pip|pips} for a rainy day. It rained.",
    "banter/game/by/1": "And that is the game. Same again?",
    "banter/game/other/1": "Well played, {by}. I let you have that one.",
}

DUO: Final[dict[str, str]] = {
    "banter/out/by/1": "And that is me done. Has anybody got any left?",
    "banter/out/by/2": "Domino! Count them up.",
    "banter/out/of/1": "I still had plans for these.",
    "banter/out/other/1": "That is my partner!",
    "banter/blocked/by/1": "Nothing fits anywhere? What a pity.",
    "banter/blocked/of/1": "You shut that like a door, {by}.",
    "banter/blocked_badly/by/1": "Thank you, {of}. You really should not have.",
    "banter/blocked_badly/of/1": "I shut the door and left my keys inside.",
    "banter/game/by/1": "Well played, partner. Shall we go again?",
    "banter/game/of/1": "Shuffle them. I want that back.",
    "banter/three_knock/by/1": "Nobody? Then it is me again.",
    "banter/three_knock/of/1": "Three knocks. It sounds like the rent.",
    "banter/three_knock/other/1": "Knock, knock, knock. Who is there? {by}.",
}

BONEDONESKIS: Final[dict[str, str]] = {
    "banter/stolen/by/1": "The 2 Hog is hungry, {of}.",
    "banter/stolen/of/1": "I was using that.",
    "banter/stolen/other/1": "Hide your fives, everybody.",
    "banter/traded/of/1": "That is not the card that I would have picked for me.",
    "banter/duel/by/1": "War is simple, as long as you win it.",
    "banter/duel/of/1": "I want a word with that second deck.",
    "banter/nine/by/1": "The nine of spades sends its regards. Chips this way, please.",
    "banter/nine/of/1": "It is only money. It is only my money.",
    "banter/looked/of/1": "Not so hard. It is shy.",
    "banter/pot/by/1": "I am going to need a bigger tray.",
    "banter/pot/by/2": "Thank you for your bets, everybody.",
    "banter/pot/of/1": "I had {by} right where they wanted me.",
    "banter/pot/other/1": "A family could eat from that pot.",
    "banter/bonedoneskis/by/1": "Bonedoneskis! I have waited years to say that.",
    "banter/bonedoneskis/of/1": "Read me that rule again, slowly.",
}
