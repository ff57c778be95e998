"""What is wrong with a reply, in words that the model is shown."""

from __future__ import annotations


class Misfit(Exception):
    """A reply that cannot be used; the message tells the model why.

    Attributes:
        formed: Whether something of the wanted form was there, though not with the right content.
    """

    def __init__(self, message: str, *, formed: bool = True) -> None:
        self.formed = formed
        super().__init__(message)
