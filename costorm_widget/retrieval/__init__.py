"""Where evidence comes from: documents and any LangChain retriever, fused."""
