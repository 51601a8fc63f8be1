import { AppError } from "../../core/errors.ts";
import type { ServerStatus } from "../../ui/views/server/maintenance.ts";
import type { Connection } from "../connection/connect.ts";

/** How the server does: whether it is ready, its agents, and the key that signs their plans. */
export async function serverStatus(
  connection: Connection | undefined,
  dataDir: string,
): Promise<ServerStatus> {
  if (!connection) {
    throw new AppError("server_not_running", `No server is running on ${dataDir}.`, {
      hint: "Start one with inquest server, or choose one with --server.",
      kind: "unreachable",
    });
  }
  const { client, url, pid } = connection;
  const agents = { connected: 0, known: 0 };
  for await (const page of client.agents()) {
    agents.known += page.length;
    agents.connected += page.filter(({ status }) => status === "Connected").length;
  }
  const { fingerprint } = await client.planKey();
  return {
    url,
    pid,
    ready: await isReady(client.readiness()),
    agents,
    plan_key: fingerprint,
  };
}

/** A server that isn't ready answers 503. */
async function isReady(readiness: Promise<unknown>): Promise<boolean> {
  try {
    await readiness;
    return true;
  } catch (error) {
    if (error instanceof AppError && error.status === 503) return false;
    throw error;
  }
}
