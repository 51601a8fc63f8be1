/**
 * When an idempotency record was stored: its id does not begin with a time, and it is kept for a day
 * only. A key that is used again after that day replaces the record.
 */
export const retentionMigration = `
  ALTER TABLE inquest.idempotency ADD COLUMN stored_at timestamptz NOT NULL DEFAULT now();
  CREATE INDEX ON inquest.idempotency (stored_at);

  CREATE FUNCTION inquest.set_stored_at() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      NEW.stored_at := now();
      RETURN NEW;
    END
  $$;
  CREATE TRIGGER set_stored_at BEFORE UPDATE ON inquest.idempotency
    FOR EACH ROW EXECUTE FUNCTION inquest.set_stored_at();
`;
