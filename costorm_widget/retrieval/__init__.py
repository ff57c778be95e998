"""Where evidence comes from: documents, Wikipedia and any LangChain retriever, fused."""
