import type { Clock } from "../../core/clock.ts";
import type { Sender, UrlCheck } from "../types.ts";
import { attempt, failed } from "./attempt.ts";
import { parseCidr } from "./cidr.ts";
import { createConnections } from "./connections.ts";
import { createConnector } from "./connector.ts";
import { createLocalListeners } from "./local-listeners.ts";
import { createResolveHost, type Lookup, type Resolution } from "./resolve-host.ts";
import { parseTarget } from "./target.ts";
import { unlessAborted } from "./unless-aborted.ts";

export interface SenderOptions {
  /** Allowed ranges and addresses (see `parseCidr`), even if they are not public. */
  allow: string[];
  /** PEM; trusted in addition to the built-in authorities. */
  ca?: string;
  /** For one attempt, or one check. */
  timeoutMs: number;
  lookup: Lookup;
  clock: Clock;
  userAgent: string;
}

export function createSender(options: SenderOptions): Sender {
  const { allow, ca, timeoutMs, lookup, clock, userAgent } = options;
  const allowed = allow.map((text) => parseCidr(text)!);
  const resolveHost = createResolveHost(lookup, allowed);
  const listeners = createLocalListeners(clock);
  const connector = createConnector({ resolveHost, listeners, ca, timeoutMs });
  const connections = createConnections(connector);
  let closed: Promise<void> | undefined;
  const resolveInTime = (host: string): Promise<Resolution> =>
    unlessAborted(resolveHost(host), AbortSignal.timeout(timeoutMs)).catch(() => ({
      ok: false,
      reason: `the name lookup of ${host} timed out`,
    }));

  return {
    async send({ headers, ...request }) {
      if (closed) return { ...failed("the server is stopping"), duration_ms: 0 };
      const startMs = performance.now();
      const complete = { ...request, headers: { "user-agent": userAgent, ...headers } };
      const response = await attempt(complete, { connections, timeoutMs });
      return { ...response, duration_ms: Math.round((performance.now() - startMs) * 10) / 10 };
    },
    async check(url): Promise<UrlCheck> {
      const target = parseTarget(url);
      if (!target.ok) return target;
      if (listeners.isAdmitted(target)) return { ok: true };
      const resolution = await resolveInTime(target.host);
      return resolution.ok ? { ok: true } : resolution;
    },
    admit: listeners.admit,
    close() {
      closed ??= connections.close().then(listeners.close);
      return closed;
    },
  };
}
