CREATE TABLE event(
  seq   INTEGER PRIMARY KEY CHECK(seq >= 1),
  id    TEXT NOT NULL UNIQUE,
  ts    TEXT NOT NULL,
  cmd   TEXT NOT NULL,
  actor TEXT NOT NULL,
  type  TEXT NOT NULL,
  v     INTEGER NOT NULL,
  body  TEXT NOT NULL CHECK(json_valid(body) AND instr(body, char(0)) = 0),
  salt  BLOB NOT NULL CHECK(length(salt) = 16),
  prev  BLOB NOT NULL CHECK(length(prev) = 32),
  hash  BLOB NOT NULL UNIQUE CHECK(length(hash) = 32)
) STRICT;

CREATE TRIGGER event_is_never_changed BEFORE UPDATE ON event
BEGIN SELECT RAISE(ABORT, 'an event is never changed'); END;

CREATE TRIGGER event_is_never_removed BEFORE DELETE ON event
BEGIN SELECT RAISE(ABORT, 'an event is never removed'); END;

CREATE TRIGGER event_follows_the_head BEFORE INSERT ON event
WHEN NEW.seq IS NOT (SELECT coalesce(max(seq), 0) + 1 FROM event)
  OR (NEW.seq > 1 AND NEW.prev IS NOT (SELECT hash FROM event ORDER BY seq DESC LIMIT 1))
  OR EXISTS (SELECT 1 FROM event WHERE id = NEW.id OR hash = NEW.hash)
BEGIN SELECT RAISE(ABORT, 'an event follows the head, and is new'); END;

CREATE INDEX event_corrects ON event(seq) WHERE type IN ('EventsUndone', 'EventsRedone', 'AwardAmended', 'Renamed');

CREATE VIEW counting AS
SELECT event.*, coalesce((
  SELECT correction.type = 'EventsRedone'
  FROM event AS correction, json_each(correction.body, '$.targets') AS target
  WHERE correction.type IN ('EventsUndone', 'EventsRedone') AND target.value = event.seq
  ORDER BY correction.seq DESC LIMIT 1), 1) AS counts
FROM event;

CREATE VIEW timeline AS
SELECT seq,
  (SELECT count(*) FROM counting AS start
   WHERE start.type = 'SessionStarted' AND start.counts AND start.seq <= counting.seq) AS session,
  ts AS at, actor AS by, type, counts, body
FROM counting;

CREATE VIEW xp_ledger AS
SELECT seq, ts AS at, body ->> 'character' AS character,
  CASE type WHEN 'XpAwarded' THEN 'award' WHEN 'XpAllocated' THEN 'spend' ELSE 'bonus' END AS kind,
  body ->> 'amount' AS amount, body ->> 'trait' AS trait, body ->> 'reason' AS reason, counts
FROM counting
WHERE type IN ('XpAwarded', 'XpAllocated', 'BonusGranted');

CREATE VIEW rolls AS
SELECT seq, ts AS at, type, body ->> 'character' AS character, body ->> 'trait' AS trait, body ->> 'dice' AS dice,
  body -> 'faces' AS faces, body ->> 'roll' AS roll, body ->> 'physical' AS physical,
  body ->> 'total' AS total, body ->> 'success' AS success, body ->> 'secret' AS secret, counts
FROM counting
WHERE type IN ('DiceRolled', 'CheckResolved')
UNION ALL
SELECT seq, ts, counting.type, side.value ->> 'character', side.value ->> 'trait', body ->> 'dice',
  side.value -> 'faces', side.value ->> 'roll', side.value ->> 'physical',
  side.value ->> 'total', side.value ->> 'place' = 1, body ->> 'secret', counts
FROM counting, json_each(body, '$.participants') AS side
WHERE counting.type = 'ContestResolved';
