"""The history of a campaign: which events count, the one fold over them, snapshots, and corrections on trial."""
