"""The wire: JSON, schemas and limits that contracts share. Pure."""
