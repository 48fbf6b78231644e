"""Rules engines for board games."""
