"""The local check for contradictions: sentences, what they claim, and pairs that cannot agree."""
