"""The history of a campaign: which events count, the fold over them, snapshots, and corrections."""
