"""The built-in engine: no model, no network, every statement a quotation.

It does the jobs of `language.tasks` by choosing: sentences for answers, key phrases for questions,
clusters for concepts, facets for experts.
"""
