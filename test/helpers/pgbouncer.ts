import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "./free-port.ts";

export const hasPgBouncer = spawnSync("which", ["pgbouncer"]).status === 0;
if (!hasPgBouncer) console.warn("Skipped: tests with PgBouncer, which is not installed.");

/** PgBouncer refuses to run as root. */
const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

export interface PgBouncer {
  /** The URL of a database of the same server, through it. */
  through(database: string): string;
  stop(): Promise<void>;
}

/** A PgBouncer in transaction mode in front of the server of a database. */
export async function startPgBouncer(database: string): Promise<PgBouncer> {
  const { hostname, port, username } = new URL(database);
  const folder = mkdtempSync(join(tmpdir(), "inquest-pgbouncer-"));
  chmodSync(folder, 0o755);
  const ownPort = await freePort();
  const config = join(folder, "pgbouncer.ini");
  writeFileSync(
    config,
    `[databases]
* = host=${hostname} port=${port} user=${username}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${ownPort}
unix_socket_dir =
auth_type = any
pool_mode = transaction
ignore_startup_parameters = statement_timeout, idle_in_transaction_session_timeout
default_pool_size = 10
max_client_conn = 200
`,
  );
  const child = spawn("pgbouncer", [config], { ...nobody, stdio: ["ignore", "ignore", "pipe"] });
  const closed = once(child, "close");
  let log = "";
  for await (const chunk of child.stderr) {
    log += chunk;
    if (log.includes("process up")) break;
  }
  if (child.exitCode !== null) throw new Error(`PgBouncer ended: ${log}`);
  return {
    through(url) {
      const changed = new URL(url);
      changed.port = String(ownPort);
      return changed.href;
    },
    async stop() {
      child.kill("SIGTERM");
      await closed;
      rmSync(folder, { recursive: true });
    },
  };
}
