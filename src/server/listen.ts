import type { AddressInfo } from "node:net";
import { AppError } from "../core/errors.ts";
import type { App } from "./http/request-context.ts";
import { isBlockedPort } from "./limits/blocked-ports.ts";

/** Listens on `host` and `port` (0 picks a free one) and returns the base URL of the API. */
export async function listen(
  app: App,
  { host, port }: { host: string; port: number },
): Promise<string> {
  if (isBlockedPort(port)) throw blockedPortError(port);
  try {
    await app.listen({ host, port });
  } catch (error) {
    throw listenError(error, `${host}:${port}`);
  }
  const { address, family, port: actualPort } = app.server.address() as AddressInfo;
  const scheme = "setSecureContext" in app.server ? "https" : "http";
  return `${scheme}://${family === "IPv6" ? `[${address}]` : address}:${actualPort}`;
}

const hints: Record<string, [message: string, hint: string]> = {
  EADDRINUSE: [
    "is in use",
    "Choose another port with --port, or stop the process that listens there.",
  ],
  EACCES: ["requires more privileges", "Choose a port above 1023 with --port."],
  EADDRNOTAVAIL: ["is not an address of this machine", "Choose another address with --host."],
};

function blockedPortError(port: number): AppError {
  return new AppError(
    "listen_failed",
    `Port ${port} can't be used: browsers and HTTP clients refuse to connect to it.`,
    {
      hint: "It is reserved for another protocol. Choose another port with --port.",
      kind: "usage",
    },
  );
}

function listenError(error: unknown, where: string): unknown {
  const known = hints[(error as NodeJS.ErrnoException).code ?? ""];
  if (!known) return error;
  const [message, hint] = known;
  return new AppError("listen_failed", `${where} ${message}.`, {
    hint,
    kind: "failed",
    cause: error,
  });
}
