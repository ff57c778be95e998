"""The session in a notebook cell: the anywidget model, the wire and the static transcript."""
