import { AppError } from "../../core/errors.ts";
import type { Connection } from "./connect.ts";

/** The error of a command that needs a running server. */
export function serverNotRunning(dataDir: string): AppError {
  return new AppError("server_unreachable", `No server is running on ${dataDir}.`, {
    hint: "Start one with inquest server, or choose one with --server.",
    kind: "unreachable",
  });
}

/** The connection, or an error for a command that needs a running server. */
export function requireServer(connection: Connection | undefined, dataDir: string): Connection {
  if (!connection) throw serverNotRunning(dataDir);
  return connection;
}
