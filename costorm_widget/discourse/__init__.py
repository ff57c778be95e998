"""Who speaks next, and how each speaker comes to an utterance."""
