import { appendFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { sharedFolder } from "./shared-cluster.ts";

/** Names of the databases that the files of a run have created on the server of DATABASE_URL. */
const namesFile = () => join(sharedFolder(), "databases");

/** Has `dropDatabases` drop it. */
export function rememberDatabase(name: string): void {
  mkdirSync(sharedFolder(), { recursive: true });
  appendFileSync(namesFile(), `${name}\n`);
}

/** Drops what the run has created on the server at `url`. */
export async function dropDatabases(url: string): Promise<void> {
  if (!existsSync(namesFile())) return;
  const client = new pg.Client(url);
  await client.connect();
  for (const name of readFileSync(namesFile(), "utf8").trim().split("\n"))
    await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  await client.end();
}
