"""The tree of concepts: where evidence is placed, how it is kept in shape and looked at."""
