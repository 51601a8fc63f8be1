import { AppError } from "../../core/errors.ts";
import { exitCodes } from "../../core/exit-codes.ts";
import { discoverServer } from "../discovery/discover-server.ts";
import { readServerFile } from "../discovery/server-file.ts";

// What a receiver on this machine needs of the server that runs over the same data folder.
export { verifyDelivery } from "../../webhooks/verify.ts";
export { loopbackCertificate } from "./loopback-certificate.ts";

export interface ListenerAddress {
  /** On 127.0.0.1. */
  port: number;
  /** PEM. */
  certificate: string;
}

/** What tells one run of the server from the next; undefined while none runs. */
export function serverInstance(dataDir: string): string | undefined {
  const file = readServerFile(dataDir);
  return file ? `${file.pid} ${file.url}` : undefined;
}

/** Lets the server connect to a receiver on this machine for a minute; false when no server is there. */
export async function admitListener(dataDir: string, listening: ListenerAddress): Promise<boolean> {
  const server = await discoverServer(dataDir);
  if (!server) return false;
  const response = await server.fetch(`${server.url}/v1/admin/webhook-listeners`, {
    method: "POST",
    headers: { authorization: `Bearer ${server.apiKey}`, "content-type": "application/json" },
    body: JSON.stringify(listening),
  });
  await response.text();
  if (response.ok) return true;
  throw new AppError("listener_refused", `The server takes no listener (${response.status}).`, {
    hint: "It may be of another version: start it with this one.",
    exit: exitCodes.failed,
  });
}
