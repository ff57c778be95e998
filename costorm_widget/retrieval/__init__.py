"""Where evidence comes from: documents, Wikipedia, the web, scholarly catalogues, any retriever."""
