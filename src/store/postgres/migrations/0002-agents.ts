/**
 * What servers share about agents. The tables are UNLOGGED: what they hold is valid for minutes, so
 * losing it in a crash of the database costs less than writing it to the log and waiting for a sync.
 */
export const agentsMigration = `
  CREATE UNLOGGED TABLE inquest.plan (
    id text COLLATE "C" PRIMARY KEY,
    agent text COLLATE "C" NOT NULL,
    plan json NOT NULL,
    public_key bytea NOT NULL,
    expires_at timestamptz NOT NULL,
    fetched_at timestamptz,
    -- The agent's connection broke off, and it has not polled since.
    lost_at timestamptz,
    ended_at timestamptz,
    answered boolean,
    -- Until the server that offered the plan has read it.
    outcome text,
    keep_until timestamptz NOT NULL
  );
  CREATE INDEX ON inquest.plan (agent) WHERE ended_at IS NULL;
  CREATE INDEX ON inquest.plan (keep_until);
  -- Compressing a large receipt takes longer than reading it once.
  ALTER TABLE inquest.plan ALTER COLUMN outcome SET STORAGE EXTERNAL;

  CREATE UNLOGGED TABLE inquest.contact (
    agent text COLLATE "C" PRIMARY KEY,
    last_at timestamptz NOT NULL,
    has_stopped boolean NOT NULL
  ) WITH (fillfactor = 50);

  CREATE UNLOGGED TABLE inquest.agent_sequence (
    agent text COLLATE "C" PRIMARY KEY,
    public_key text NOT NULL,
    sequence bigint NOT NULL
  ) WITH (fillfactor = 50);

  CREATE UNLOGGED TABLE inquest.pending_key (
    agent text COLLATE "C" PRIMARY KEY,
    identity json NOT NULL,
    last_seen_at timestamptz NOT NULL
  );

  CREATE UNLOGGED TABLE inquest.rate_window (
    caller text COLLATE "C" PRIMARY KEY,
    ends_at timestamptz NOT NULL,
    requests bigint NOT NULL
  ) WITH (fillfactor = 50);
`;
