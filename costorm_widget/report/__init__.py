"""From the mind map to a cited report."""
