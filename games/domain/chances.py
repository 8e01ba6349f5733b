"""What chance would do: how far counts may stray, and how well a share is known."""

from __future__ import annotations

from math import exp, lgamma, log, sqrt

Z95 = 1.959964
"""How many standard deviations hold 95 % of a normal distribution."""

_CLOSE = 1e-12
_TERMS = 10_000


def wilson(found: int, of: int) -> tuple[float, float]:
    """The 95 % interval (Wilson's) of a share of which ``found`` ``of`` so many were seen; the whole range of none."""
    if not of:
        return 0.0, 1.0
    share = found / of
    centre = (share + Z95**2 / (2 * of)) / (1 + Z95**2 / of)
    reach = Z95 / (1 + Z95**2 / of) * sqrt(share * (1 - share) / of + (Z95 / (2 * of)) ** 2)
    return max(0.0, centre - reach), min(1.0, centre + reach)


def chi_squared_p(value: float, freedom: int) -> float:
    """How often chance alone brings a chi-squared of ``value`` or more, with so many degrees of freedom.

    The upper incomplete gamma function Q(freedom / 2, value / 2): by its series near the origin, else by its
    continued fraction (Lentz).
    """
    a, x = freedom / 2, value / 2
    if x <= 0:
        return 1.0
    front = exp(a * log(x) - x - lgamma(a))
    return 1.0 - front * _series(a, x) if x < a + 1 else front * _fraction(a, x)


def _series(a: float, x: float) -> float:
    term = total = 1 / a
    for n in range(1, _TERMS):
        term *= x / (a + n)
        total += term
        if term < total * _CLOSE:
            break
    return total


def _fraction(a: float, x: float) -> float:
    b = x + 1 - a
    c, d = 1e300, 1 / b
    total = d
    for n in range(1, _TERMS):
        step = -n * (n - a)
        b += 2
        d = 1 / (step * d + b)
        c = b + step / c
        total *= d * c
        if abs(d * c - 1) < _CLOSE:
            break
    return total


def evenness(counts: list[int], spread: float) -> float:
    """How often chance alone leaves equal shares as uneven as these counts: the p of a chi-squared test.

    Cards that lie in one hand are drawn without putting back, so that they stray less than dice: ``spread`` is the
    number of cards weighed by that, the sum over the hands of ``n * (52 - n) / 51`` for a hand of ``n`` cards.
    """
    if not spread:
        return 1.0
    even = sum(counts) / len(counts)
    value = sum((count - even) ** 2 for count in counts) * len(counts) / spread
    return chi_squared_p(value, len(counts) - 1)
