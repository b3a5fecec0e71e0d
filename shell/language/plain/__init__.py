"""Find what a misread line plainly means: the one command that follows from it by a few small relations.

A line that reads as it stands never comes here. A misread one is a `Wording` of `Segment`s, one for each typed word or
sign. A *finder* looks at where the line is stuck (`Stuck`) and yields wordings with one more segment changed, each
changed segment with the name of its relation. `search` takes up to four such steps. A line is carried out if all of
its relations leave no doubt (`relations.DONE`); any other is proposed.

To add a relation:

1. Name it among `DONE` in `relations.py` if it leaves no doubt.
2. Write a finder, a function `(stuck: Stuck) -> Iterator[Wording]`, and add it to `FINDERS` there. It may change the
   segments up to `stuck.at`, where the first problem is, and a few behind it. `Wording.change` replaces some segments
   by one, `insert` adds a word that was not typed, `leave_out` drops one, and `move` moves one.
3. If what it changes is a new name or free text, add it to `MAY_QUOTE`; if a new name may stand right behind what it
   changes, to `MAY_LEAD`. Otherwise `search.is_as_typed` refuses the line.

A finder that guesses a word belongs to `guesses.GUESSES`: its lines are proposed, if nothing else was found.

A finder may only change segments whose relation is `AS_TYPED`, so each typed word is in the account once.
"""
