"""The rules of gin rummy and its family: pure values and functions.

Standard library only. No Django, no clock, no dice: time and decks are passed in.
"""
