"""Means with intervals, from independent observations of any distribution."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import pi, sqrt, tan
from statistics import NormalDist, fmean, stdev


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean and the ends of its interval."""

    mean: float
    low: float
    high: float

    def excludes(self, value: float) -> bool:
        """Tell whether a value lies outside of the interval."""
        return not self.low <= value <= self.high


def estimate(values: Sequence[float], least: float, most: float, level: float = 0.95) -> Estimate:
    """Return the mean with Student's t-interval of a level, cut to the range `least` to `most` of a value.

    It takes the mean as normal, which is rough for fewer than about ten values. Where all values are the
    same, t would claim certainty; then the interval allows for the greatest share of other values that
    would still leave a sample without any in one of 1 / (1 - level) cases (the rule of three).
    """
    mean, number = fmean(values), len(values)
    if min(values) == max(values):
        half = (most - least) * (1 - (1 - level) ** (1 / number))
    else:
        half = student(0.5 + level / 2, number - 1) * stdev(values) / sqrt(number)
    return Estimate(mean, max(least, mean - half), min(most, mean + half))


def student(p: float, freedom: int) -> float:
    """Return the p-quantile of Student's t: exact for one and two degrees of freedom and for many.

    Between, the expansion of Abramowitz and Stegun 26.7.5 is at most 1 % off for p up to 0.995.
    """
    if freedom == 1:
        return tan(pi * (p - 0.5))
    if freedom == 2:
        return (2 * p - 1) / sqrt(2 * p * (1 - p))
    z = NormalDist().inv_cdf(p)
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return z + sum(term / float(freedom) ** power for power, term in enumerate(terms, 1))
