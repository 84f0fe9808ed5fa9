"""Parts of messages: words, pictures and controls of a table, forms, and the choice of what is loud."""
