"""Read what people say to a page whose structure is known: gestures on lists, tables and forms, and questions."""
