"""Which test proves which rule: `python -m tests.rules_coverage` prints it, `test_rules_coverage.py` checks it.

A test names what it proves: `@pytest.mark.rule("PF-39")`. `rules.toml` lists every rule in a few words, and for a rule
without a test the reason. `docs/rules.md` explains those that are cited. `table.md` is what the command printed last.
"""
