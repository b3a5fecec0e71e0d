"""The history of a campaign: counting events, folds, snapshots and corrections."""
