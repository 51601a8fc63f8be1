import type { Fetch } from "../../client/types.ts";

/** A `fetch` that also trusts the authority of a profile, PEM; the usual one if it has none. */
export async function fetchTrusting(authority: string | undefined): Promise<Fetch | undefined> {
  if (authority === undefined) return undefined;
  const { trustingFetch } = await import("../../compose/discovery/trusting-fetch.ts");
  return trustingFetch(authority);
}
