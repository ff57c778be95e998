"""The local check of citations: whether what a sentence says is borne out by what it cites."""
