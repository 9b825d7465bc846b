"""The engine: masters over the forms of privacy, exact repair of what doubles propose."""
