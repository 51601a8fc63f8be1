import { existsSync, readFileSync } from "node:fs";
import { AppError } from "../../core/errors.ts";
import { runsForSeconds } from "../../store/postgres/content/exclude-servers.ts";
import {
  type DatabaseFacts,
  inspectDatabase,
} from "../../store/postgres/inspection/inspect-database.ts";
import { findSecretKey, keyFingerprint } from "../keys/secret-key.ts";
import { isOverDatabase, markerOf, requireNoRecords } from "../store/where-records-are.ts";
import type { Check, DatabaseReport } from "./types.ts";

const oldestPostgres = 150_000;

/** Checks whether a server over this data folder can use the database. Changes nothing. */
export async function checkDatabase(dataDir: string, url: string): Promise<DatabaseReport> {
  if (existsSync(dataDir)) requireNoRecords(dataDir);
  let facts: DatabaseFacts;
  try {
    facts = await inspectDatabase(url);
  } catch (error) {
    if (error instanceof AppError && error.code.startsWith("database_"))
      return { checks: [problem("connection", error.message, error.hint ?? null)] };
    throw error;
  }
  return {
    checks: [
      connection(facts),
      tables(facts),
      secretKey(facts, dataDir),
      servers(facts, serverIdOf(dataDir)),
    ],
  };
}

const fine = (about: Check["about"], found: string): Check => ({
  about,
  ok: true,
  found,
  next: null,
});

const problem = (about: Check["about"], found: string, next: string | null): Check => ({
  about,
  ok: false,
  found,
  next,
});

function connection({ postgres, postgresNumber, readOnly }: DatabaseFacts): Check {
  const name = `PostgreSQL ${postgres}`;
  if (postgresNumber < oldestPostgres)
    return problem("connection", `${name} is too old.`, "Upgrade it to version 15 or newer.");
  if (readOnly)
    return problem(
      "connection",
      `${name} only reads (a standby, or read-only by its settings).`,
      "Use the URL of the primary, or promote the standby.",
    );
  return fine("connection", `${name} accepts reads and writes.`);
}

function tables({ version, knownVersion }: DatabaseFacts): Check {
  if (version > knownVersion)
    return problem(
      "tables",
      `The tables have version ${version}; this version of inquest knows versions up to ${knownVersion}.`,
      "Use the version of inquest that migrated them, or a newer one.",
    );
  if (version === knownVersion) return fine("tables", `The tables have version ${version}.`);
  const found = version === 0 ? "There are no tables yet" : `The tables have version ${version}`;
  const makes = version === 0 ? "creates them" : `migrates them to ${knownVersion}`;
  return fine("tables", `${found}. A server that starts ${makes}; so does inquest server migrate.`);
}

function secretKey({ keyFingerprint: stored }: DatabaseFacts, dataDir: string): Check {
  const own = findSecretKey(dataDir);
  const copy = "Copy secret.key and plan.key from the data folder of a server over this database.";
  if (stored === null)
    return fine("secret key", "No server has used the database yet: any secret.key fits.");
  if (!own) return problem("secret key", "The data folder has no secret.key.", copy);
  if (keyFingerprint(own) !== stored)
    return problem("secret key", "The secret.key is not that of the database's servers.", copy);
  return fine("secret key", "The secret.key is that of the database's servers.");
}

function servers({ servers: all }: DatabaseFacts, ownId: string | null): Check {
  const running = all.filter(({ seenSecondsAgo }) => seenSecondsAgo < runsForSeconds);
  const own = running.find(({ id }) => id === ownId);
  const isOwn = own ? ` That of this folder was seen ${own.seenSecondsAgo} s ago.` : "";
  const seen =
    ["No server was", "1 server was"][running.length] ?? `${running.length} servers were`;
  return fine("servers", `${seen} seen in the last ${runsForSeconds} s.${isOwn}`);
}

/** The id of the folder's server, once one has used a database. */
function serverIdOf(dataDir: string): string | null {
  return isOverDatabase(dataDir) ? readFileSync(markerOf(dataDir), "utf8").trim() : null;
}
