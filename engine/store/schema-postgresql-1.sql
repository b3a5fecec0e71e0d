-- Logs in a PostgreSQL database. `prepare` makes this as the owner; nobody plays as the owner.
CREATE SCHEMA fudgelog;

CREATE TABLE fudgelog.version (version integer NOT NULL);
INSERT INTO fudgelog.version VALUES (1);

CREATE TABLE fudgelog.log (
  log      bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  id       bytea NOT NULL CHECK (length(id) = 16),
  campaign text COLLATE "C" NOT NULL,
  format   integer NOT NULL,
  name     text COLLATE "C" NOT NULL UNIQUE CHECK (name ~ '^[A-Za-z0-9_-]{1,63}$'),
  taken    integer NOT NULL DEFAULT 0 -- never changes: who may write can lock the row, as updating this is allowed
);

CREATE TABLE fudgelog.event (
  log       bigint NOT NULL REFERENCES fudgelog.log,
  seq       bigint NOT NULL CHECK (seq >= 1),
  id        text COLLATE "C" NOT NULL,
  ts        text COLLATE "C" NOT NULL,
  cmd       text COLLATE "C" NOT NULL,
  actor     text COLLATE "C" NOT NULL,
  type      text COLLATE "C" NOT NULL,
  v         bigint NOT NULL,
  body      text COLLATE "C" NOT NULL,
  salt      bytea NOT NULL CHECK (length(salt) = 16),
  prev      bytea NOT NULL CHECK (length(prev) = 32),
  hash      bytea NOT NULL CHECK (length(hash) = 32),
  witnessed timestamptz NOT NULL DEFAULT clock_timestamp(), -- by the server's clock and login: no hash covers them,
  role      name NOT NULL DEFAULT session_user,             -- so they are a second witness
  PRIMARY KEY (log, seq),
  UNIQUE (log, id)
);

-- Who may read or write the log of a name, which need not be there yet, and as whom somebody may speak in it.
CREATE TABLE fudgelog.member (
  log   text COLLATE "C" NOT NULL CHECK (log ~ '^[A-Za-z0-9_-]{1,63}$'),
  role  name NOT NULL,
  names text[] COLLATE "C" NOT NULL,
  may   text NOT NULL CHECK (may IN ('read', 'write')),
  PRIMARY KEY (log, role)
);

CREATE FUNCTION fudgelog.may_read(called text) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
  SELECT EXISTS (SELECT FROM fudgelog.member m WHERE m.log = called AND m.role = session_user)
$$;

CREATE FUNCTION fudgelog.may_write(called text) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
  SELECT EXISTS (SELECT FROM fudgelog.member m WHERE m.log = called AND m.role = session_user AND m.may = 'write')
$$;

CREATE FUNCTION fudgelog.readable() RETURNS bigint[] LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
  SELECT coalesce(array_agg(l.log), '{}') FROM fudgelog.log l JOIN fudgelog.member m ON m.log = l.name
  WHERE m.role = session_user
$$;

CREATE FUNCTION fudgelog.writable() RETURNS bigint[] LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
  SELECT coalesce(array_agg(l.log), '{}') FROM fudgelog.log l JOIN fudgelog.member m ON m.log = l.name
  WHERE m.role = session_user AND m.may = 'write'
$$;

-- A row follows the one before, and its speaker is one of those that the role may speak as. An X-card and a limit are
-- recorded as the game master's, whoever they come from, and so is what an X-card takes back. While a log is made, in
-- the transaction that makes it, its rows may be anybody's: an import brings what others said.
CREATE FUNCTION fudgelog.follow() RETURNS trigger LANGUAGE plpgsql VOLATILE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NEW.seq > 1 AND NOT EXISTS (
    SELECT FROM fudgelog.event e WHERE e.log = NEW.log AND e.seq = NEW.seq - 1 AND e.hash = NEW.prev
  ) THEN
    RAISE EXCEPTION 'an event follows the head' USING ERRCODE = 'FL001';
  END IF;
  IF NOT EXISTS (
    SELECT FROM fudgelog.log l WHERE l.log = NEW.log AND l.xmin::text::bigint = (txid_current() & 4294967295)
  ) AND NOT EXISTS (
    SELECT FROM fudgelog.member m JOIN fudgelog.log l ON l.name = m.log
    WHERE l.log = NEW.log AND m.role = session_user AND m.may = 'write' AND NEW.actor = ANY (m.names)
  ) AND NOT (NEW.actor = 'GM' AND (NEW.type IN ('XCardShown', 'LimitDrawn') OR (
    NEW.type = 'EventsUndone' AND EXISTS (
      SELECT FROM fudgelog.event e
      WHERE e.log = NEW.log AND e.seq < NEW.seq AND e.cmd = NEW.cmd AND e.type = 'XCardShown' AND e.role = session_user
    )
  ))) THEN
    RAISE EXCEPTION 'not this speaker' USING ERRCODE = 'FL002';
  END IF;
  NEW.witnessed := clock_timestamp();
  NEW.role := session_user;
  RETURN NEW;
END
$$;

CREATE FUNCTION fudgelog.refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'an event is never changed or removed' USING ERRCODE = 'FL003';
END
$$;

CREATE TRIGGER event_follows BEFORE INSERT ON fudgelog.event FOR EACH ROW EXECUTE FUNCTION fudgelog.follow();
CREATE TRIGGER event_stays BEFORE UPDATE OR DELETE ON fudgelog.event FOR EACH ROW EXECUTE FUNCTION fudgelog.refuse();
CREATE TRIGGER events_stay BEFORE TRUNCATE ON fudgelog.event FOR EACH STATEMENT EXECUTE FUNCTION fudgelog.refuse();
CREATE TRIGGER log_stays BEFORE UPDATE OR DELETE ON fudgelog.log FOR EACH ROW EXECUTE FUNCTION fudgelog.refuse();
CREATE TRIGGER logs_stay BEFORE TRUNCATE ON fudgelog.log FOR EACH STATEMENT EXECUTE FUNCTION fudgelog.refuse();

ALTER TABLE fudgelog.log ENABLE ROW LEVEL SECURITY;
ALTER TABLE fudgelog.event ENABLE ROW LEVEL SECURITY;
ALTER TABLE fudgelog.member ENABLE ROW LEVEL SECURITY;

CREATE POLICY read ON fudgelog.log FOR SELECT USING (fudgelog.may_read(name));
CREATE POLICY begin ON fudgelog.log FOR INSERT WITH CHECK (fudgelog.may_write(name));
CREATE POLICY hold ON fudgelog.log FOR UPDATE USING (fudgelog.may_write(name)) WITH CHECK (false);
CREATE POLICY read ON fudgelog.event FOR SELECT USING (log = ANY ((SELECT fudgelog.readable())::bigint[]));
CREATE POLICY append ON fudgelog.event FOR INSERT WITH CHECK (log = ANY (fudgelog.writable()));
CREATE POLICY own ON fudgelog.member FOR SELECT USING (role = session_user);

REVOKE ALL ON ALL TABLES IN SCHEMA fudgelog FROM PUBLIC;
GRANT USAGE ON SCHEMA fudgelog TO PUBLIC;
GRANT SELECT ON fudgelog.version, fudgelog.log, fudgelog.event, fudgelog.member TO PUBLIC;
GRANT INSERT (id, campaign, format, name) ON fudgelog.log TO PUBLIC;
GRANT UPDATE (taken) ON fudgelog.log TO PUBLIC;
GRANT INSERT (log, seq, id, ts, cmd, actor, type, v, body, salt, prev, hash) ON fudgelog.event TO PUBLIC;
