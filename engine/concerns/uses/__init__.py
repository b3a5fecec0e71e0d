"""Uses of fudge points: rerolling, altering and winning a roll, easing a condition."""
