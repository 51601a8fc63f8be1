import { Agent, request } from "node:https";
import { rootCertificates } from "node:tls";
import { fetchOver } from "./fetch-over.ts";
import type { Fetch } from "./types.ts";

/** A `fetch` for https addresses that also trusts an authority of the operator's own, PEM. */
export function trustingFetch(authority: string): Fetch {
  const agent = new Agent({ keepAlive: true, ca: [...rootCertificates, authority] });
  return fetchOver({ request, agent });
}
