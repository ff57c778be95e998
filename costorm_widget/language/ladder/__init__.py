"""Structured replies from any model: forms of asking, from the strictest to the plainest."""
