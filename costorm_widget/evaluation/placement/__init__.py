"""The placement benchmark: cited passages of Wikipedia articles, put back into their sections."""
