"""The engine that asks a model: jobs become prompts, replies become what the jobs return."""
