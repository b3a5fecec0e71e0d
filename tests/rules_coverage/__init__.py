"""Which test proves which rule: `python -m tests.rules_coverage` prints it, test_rules_coverage.py watches over it.

A test says what it proves: `@pytest.mark.rule("PF-39")`. The rules are listed in rules.toml, a few words each; one
that no test proves says there why. table.md is what the command printed last.
"""
