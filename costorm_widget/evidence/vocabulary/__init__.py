"""What single words do to a statement, as both checks of evidence need it.

`contradiction` compares passages with passages and `support` sentences with passages. What a word
is to both stands here; what only one of them makes of it stands in that one's `lexicon`.
"""
