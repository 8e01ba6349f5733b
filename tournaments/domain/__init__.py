"""Pairings, brackets and standings: pure values, the standard library and one matching library. No Django, no cards."""
