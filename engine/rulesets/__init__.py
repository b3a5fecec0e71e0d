"""The games as data: one TOML file each, read by `engine.rules.files`."""
