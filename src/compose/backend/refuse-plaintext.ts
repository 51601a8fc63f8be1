import { AppError } from "../../core/errors.ts";
import { isLoopback } from "../../core/is-loopback.ts";
import type { ServerOptions } from "./types.ts";

/** Without TLS, API keys and answers cross the network in the clear, unless only this machine can connect. */
export function refusePlaintext({
  host,
  tlsCertPath,
  insecure,
}: Pick<ServerOptions, "host" | "tlsCertPath" | "insecure">): void {
  if (insecure || tlsCertPath !== undefined || isLoopback(host) || host === "::1") return;
  throw new AppError("usage", `On ${host} API keys and answers would not be encrypted.`, {
    hint: "Pass --tls-cert and --tls-key, or --insecure if a proxy in front of the server provides TLS.",
    kind: "usage",
  });
}
