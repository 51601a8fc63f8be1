import { AppError } from "../../core/errors.ts";
import { discoverServer } from "../discovery/discover-server.ts";
import { readServerFile } from "../discovery/server-file.ts";

// For a receiver on this machine and the server over the same data folder.
export { verifyDelivery } from "../../webhooks/verify.ts";
export { loopbackCertificate } from "./loopback-certificate.ts";

export interface ListenerAddress {
  /** Port on 127.0.0.1. */
  port: number;
  /** PEM. */
  certificate: string;
}

/** Identifies one run of the server; undefined while none is running. */
export function serverInstance(dataDir: string): string | undefined {
  const file = readServerFile(dataDir);
  return file ? `${file.pid} ${file.url}` : undefined;
}

/** Allows the server to connect to a receiver on this machine for a minute; false without a server. */
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
  throw new AppError(
    "listener_refused",
    `The server does not accept the listener (HTTP ${response.status}).`,
    {
      hint: "It may be a different version: restart it with this version of inquest.",
      kind: "failed",
    },
  );
}
