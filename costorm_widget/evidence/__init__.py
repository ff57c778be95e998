"""What statements stand on: sources, snippets, citations, and the index that finds them."""
