/** Something that a server over a database needs. */
export interface Check {
  about: "connection" | "tables" | "secret key" | "servers";
  ok: boolean;
  /** What was found, as a sentence. */
  found: string;
  /** What to do about it; null if nothing has to be done. */
  next: string | null;
}

/** The report of `server doctor` for a database. */
export interface DatabaseReport {
  /** Only that of the connection if there is none. */
  checks: Check[];
}
