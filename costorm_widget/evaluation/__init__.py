"""Measuring what the parts do, on public data and from outside."""
