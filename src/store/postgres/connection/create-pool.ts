import pg from "pg";
import { AppError } from "../../../core/errors.ts";

export interface PoolOptions {
  /** `postgres://…`, with PostgreSQL's own parameters, such as `sslmode=verify-full&sslrootcert=…`. */
  url: string;
  /** Largest number of connections. */
  max: number;
  /** Whether a commit may be lost in a crash of the database, with all that come after it. */
  asynchronous?: boolean;
  /** Called with the error of an idle connection that broke. */
  onError(error: Error): void;
}

const connectTimeoutMs = 5_000;
/** Longer than any statement of a healthy database; a client waits 10 s for a response. */
const statementTimeoutMs = 30_000;

/** A bounded pool of connections. It connects at the first statement. */
export function createPool({ url, max, asynchronous, onError }: PoolOptions): pg.Pool {
  const options = asynchronous ? { options: "-c synchronous_commit=off" } : {};
  const pool = new pg.Pool({ ...connectionSettings(url), ...options, max });
  pool.on("error", onError);
  // The statement that runs on a broken connection fails; without a listener the process would end.
  pool.on("connect", (client) => client.on("error", () => undefined));
  return pool;
}

/** A connection outside of the pool, for LISTEN. */
export function createClient(url: string): pg.Client {
  return new pg.Client({ ...connectionSettings(url), keepAlive: true });
}

/** How much longer than the database a client waits for a statement: on a connection that is cut off, nothing else ends it. */
const cutOffAfterMs = 5_000;

const longestTimerMs = 2 ** 31 - 1;

/** A statement that may take as long as the database lets it. The driver's types lack the option. */
export function unlimited(text: string, values?: unknown[]): pg.QueryConfig {
  const query = { text, ...(values && { values }), query_timeout: longestTimerMs };
  return query;
}

function connectionSettings(url: string): pg.ClientConfig {
  const connectionString = checkedUrl(url);
  const limitMs = Number(new URL(url).searchParams.get("statement_timeout") ?? statementTimeoutMs);
  return {
    connectionString,
    query_timeout: limitMs > 0 ? limitMs + cutOffAfterMs : longestTimerMs,
    application_name: "inquest",
    connectionTimeoutMillis: connectTimeoutMs,
    statement_timeout: statementTimeoutMs,
    // A server that was cut off must not hold locks: the others would wait for them.
    idle_in_transaction_session_timeout: statementTimeoutMs,
    keepAlive: true,
  };
}

/** The URL may hold a password, so no message shows it. */
function checkedUrl(url: string): string {
  const isValid = /^postgres(ql)?:\/\//.test(url) && URL.canParse(url);
  if (isValid) return url;
  throw new AppError("usage", "The database URL is not valid.", {
    hint: "Pass postgres://USER:PASSWORD@HOST:5432/DATABASE; encode special characters of the password.",
    kind: "usage",
  });
}
