"""Classical survey devices and local-privacy mechanisms as exact channels."""
