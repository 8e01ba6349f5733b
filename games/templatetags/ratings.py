"""Ratings in templates."""

from __future__ import annotations

from django import template

register = template.Library()


@register.filter
def signed(amount: int) -> str:
    """An amount with its sign, and a true minus.

    >>> signed(8), signed(0), signed(-8)
    ('+8', '0', '−8')
    """
    if amount == 0:
        return "0"
    return f"+{amount}" if amount > 0 else f"−{-amount}"
