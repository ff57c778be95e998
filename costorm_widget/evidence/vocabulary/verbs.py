"""English verbs that both checks look at, and what else goes with them."""

from __future__ import annotations

from costorm_widget.evidence.vocabulary.lists import words

RISING = "rise rises rose risen rising grow grows grew grown growing growth higher"
FALLING = "fall falls fell fallen falling drop dropped shrink shrank shrunk fewer reduction"
"""Of rise and fall, but for the verbs whose forms are regular."""

FORMS_OF_BE = words("is are was were be been being")
