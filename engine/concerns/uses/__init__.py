"""What fudge points are spent on: rerolling, altering and winning a roll, easing a condition."""
