"""How one hand is played: one package for each family of games, all behind ``base.HandRules``."""
