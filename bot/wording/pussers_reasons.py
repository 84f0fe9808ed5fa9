"""The reasons of robots at Pussers Bones, and the advice in a first hand."""

from typing import Final

REASONS: Final[dict[str, str]] = {
    "coach/plucks": "It is your turn.",
    "coach/owed": "You are owed a bone off the Loose.",
    "coach/fourth": "It makes your pair an All-Of, four alike.",
    "coach/not_mine": "You have nothing to call it for.",
    "coach/ties_up": "It makes your hand.",
    **dict.fromkeys(
        ("coach/serves", "coach/raises", "coach/only_hope", "coach/multiplies", "coach/as_good", "coach/certain"),
        "With those like it on your rack it makes a pair, three alike.",
    ),
    **dict.fromkeys(
        ("coach/lets_go", "coach/no_hope", "coach/not_of_them", "coach/no_pairs"), "It does not help your hand."
    ),
    **dict.fromkeys(
        ("coach/stray", "coach/strays", "coach/other", "coach/fewest", "coach/less_likely", "coach/alike"),
        "You can spare it best.",
    ),
    **dict.fromkeys(("coach/even", "coach/both_alike"), "You can spare it as well as anything."),
    **dict.fromkeys(
        ("coach/prospects", "coach/both_prospects"), "Your hand is worth more without it than without any other."
    ),
    "robot/for_eddie": "I {term:pluck} to see who is {term:eddie}",
    "robot/anywhere": "one place is as good as another",
    "robot/sorted": "I have nothing more to set out",
    "robot/sets_out": "it belongs on the tray",
    "robot/owed": "I am owed a bone off the Loose",
    "robot/plucks": "I see a new bone first, and then choose which to throw out",
    "robot/mends": "I was a bone short",
    "robot/agrees": "somebody asked, and that is for people to say",
    "robot/drawn": "I throw what I plucked",
    "robot/starts": "it is my turn, and nobody spoke",
    "robot/ties_up": "it makes my hand",
    "robot/wall_gone": "the wall is gone, and nothing ties me up",
    "robot/clean": "one place is as good as another, except that from {stack} I would take from my own wall",
    "robot/must_take": "this house makes me call the fourth",
    "robot/fourth": "with it I have four alike, and without it three",
    "robot/serves": "I am collecting {aim}; with this I have {this} alike for certain, and without it {other}",
    "robot/raises": "I rate my rack at {this} with it, and at {other} without",
    "robot/multiplies": "my rack promises more than ten times as much with it as without",
    "robot/as_good": "I rate my rack at {this} with it and without; what lies on the tray is certain",
    "robot/certain": "I rate my rack at {this} with it, and at {other} without; what lies on the tray is certain, so "
    "more than {share} will do",
    "robot/only_hope": "without it no hand will come of my rack",
    "robot/not_mine": "I have nothing to call it for",
    "robot/not_of_them": "I could have taken it, but I am collecting {aim}, and it is not one of them",
    "robot/no_pairs": "I could have taken it, but I am collecting {aim}, and for that nothing may lie on the tray",
    "robot/pair_without_double": "I could have taken it, but I have no double yet, and three of it bring none",
    "robot/lets_go": "I could have taken it, but I rate my rack at {this} with it, and at {other} without",
    "robot/no_hope": "I could have taken it, but no hand would come of it",
    "robot/calls_nothing": "I call nothing in a first hand",
    "robot/overslept": "I did not look up in time",
    "robot/stray": "I am collecting {aim}; neither this nor {rival} is one of them, and out of reach are {gone} of "
    "this, {rival_gone} of {rival}",
    "robot/strays": "I am collecting {aim}; neither this nor {rival} is one of them, and out of reach are {gone} of "
    "each",
    "robot/fewer_strays": "I am collecting {aim}; neither this nor {rival} is one of them, and I hold {held} of this, "
    "{rival_held} of {rival}",
    "robot/as_few_strays": "I am collecting {aim}; neither this nor {rival} is one of them, and I hold {held} of each",
    "robot/other": "I am collecting {aim}; this is not one of them, and {rival} is",
    "robot/fewest": "I am collecting {aim}; of this I hold {held}, of {rival} {rival_held}",
    "robot/as_few": "I am collecting {aim}; of this and of {rival} I hold {held} each",
    "robot/have_more": "I am collecting {aim}; of this I hold {held}, and {rival} is my only one",
    "robot/less_likely": "I am collecting {aim}; of this I hold {held}, with {gone} out of reach, and of {rival} I "
    "hold {rival_held}, with {rival_gone} out of reach",
    "robot/alike": "I am collecting {aim}, and can spare this as well as {rival}: out of reach are {gone} of each",
    "robot/keeps_double": "I am collecting {aim}; three of {rival} can double what a hand pays, and three of this "
    "cannot",
    "robot/no_double": "I am collecting {aim}; I have no double yet, and three of this bring none, so I would rather "
    "keep {rival}",
    "robot/prospects": "I am after {aim}; throwing {rival} instead would cost {cost} in every 100 of what my rack "
    "promises",
    "robot/both_prospects": "I keep {aim} and {second} open; throwing {rival} instead would cost {cost} in every 100 "
    "of what my rack promises, and I would miss it most for {costs}",
    "robot/even": "I am after {aim}, and can spare this as well as {rival}",
    "robot/both_alike": "I keep {aim} and {second} open, and can spare this as well as {rival}",
    "robot/only_kind": "I am collecting {aim}, and hold nothing else that I could throw",
    "aim/ricks": "Ricks, {term:breezes} and dragons",
    "aim/sticks": "Sticks, {term:breezes} and dragons",
    "aim/balls": "Balls, {term:breezes} and dragons",
    "aim/majors": "majors",
    "aim/any": "pairs of any suit",
    "aim/moon": "one of each major, for a Moon",
    "aim/lizard/ricks": "Ricks and {term:breezes}, one of each, for a Lizard",
    "aim/lizard/sticks": "Sticks and {term:breezes}, one of each, for a Lizard",
    "aim/lizard/balls": "Balls and {term:breezes}, one of each, for a Lizard",
    "after/ricks": "a hand of Ricks",
    "after/sticks": "a hand of Sticks",
    "after/balls": "a hand of Balls",
    "after/majors": "a hand of majors",
    "after/any": "a hand of any suits",
    "after/moon": "a Moon",
    "after/lizard/ricks": "a Lizard of Ricks",
    "after/lizard/sticks": "a Lizard of Sticks",
    "after/lizard/balls": "a Lizard of Balls",
}
REASONS_CIVVY: Final = {
    "robot/plucks": "I see a new bone first, and then choose which to discard",
    "robot/drawn": "I throw what I drew",
    "robot/wall_gone": "the wall is gone, and nothing makes my hand",
    "aim/lizard/ricks": "characters and winds, one of each, for a Lizard",
    "aim/lizard/sticks": "bamboos and winds, one of each, for a Lizard",
    "aim/lizard/balls": "circles and winds, one of each, for a Lizard",
    "after/ricks": "a hand of characters",
    "after/sticks": "a hand of bamboos",
    "after/balls": "a hand of circles",
    "after/majors": "a hand of terminals and honours",
    "after/lizard/ricks": "a Lizard of characters",
    "after/lizard/sticks": "a Lizard of bamboos",
    "after/lizard/balls": "a Lizard of circles",
    "aim/ricks": "characters and honours",
    "aim/sticks": "bamboos and honours",
    "aim/balls": "circles and honours",
    "aim/majors": "terminals and honours",
}
