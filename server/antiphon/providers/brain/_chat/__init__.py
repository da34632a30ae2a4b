"""Talk to chat models: what they are told, and what is made of their answers. Knows no service."""
