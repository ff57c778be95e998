"""English words that deny, nearly deny, or take the force from a denial."""

from __future__ import annotations

from costorm_widget.evidence.vocabulary.lists import words

NEGATORS = words("not no never cannot neither nobody none")

NEARLY_NEGATING = words("hardly barely rarely seldom scarcely few little")
"""Say nearly nothing, which is less than nothing at all."""

LETS_OFF = words("only just merely simply necessarily")
"""Takes the force from a negator before it: *not only*."""

EVIDENCE = words("evidence sign signs proof indication indications")
"""When there is none of it, what follows is denied: *no sign that it rose*."""
