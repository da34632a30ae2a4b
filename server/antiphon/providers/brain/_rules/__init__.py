"""Parts of the brain that works without a network. Pure: text and registry in, decisions and sentences out."""
