"""The closed list of jobs asked of language, and the engines that do them."""
