"""Calling a model: limits, time, retries, cache, accounts, and how failures are read."""
