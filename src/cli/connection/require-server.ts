import { AppError } from "../../core/errors.ts";
import type { Connection } from "./connect.ts";

/** What a command ends with that needs a server to go on after it. */
export function serverNotRunning(dataDir: string): AppError {
  return new AppError("server_unreachable", `No server is running on ${dataDir}.`, {
    hint: "Start one with inquest server, or choose one with --server.",
    kind: "unreachable",
  });
}

/** The connection, for a command whose deliveries only a server sends. */
export function requireServer(connection: Connection | undefined, dataDir: string): Connection {
  if (!connection) throw serverNotRunning(dataDir);
  return connection;
}
