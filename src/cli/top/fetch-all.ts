import type { Client } from "../../client/types.ts";
import { AppError } from "../../core/errors.ts";
import { type Problems, sources, type TopFacts } from "../../ui/top/top-facts.ts";
import { fetchers } from "./fetch-facts.ts";

export interface TopData {
  facts: TopFacts;
  problems: Problems;
}

/** All current facts. A source that the key may not read is a problem; if none can be read, that is an error. */
export async function fetchAll(client: Client, signal: AbortSignal): Promise<TopData> {
  const seen = await Promise.allSettled(sources.map((source) => fetchers[source](client, signal)));
  const facts: TopFacts = {};
  const problems: Problems = {};
  for (const [at, outcome] of seen.entries()) {
    if (outcome.status === "fulfilled") Object.assign(facts, outcome.value);
    else problems[sources[at]!] = expected(outcome.reason).message;
  }
  const [first] = seen;
  if (Object.keys(facts).length === 0 && first?.status === "rejected") throw first.reason;
  return { facts, problems };
}

/** Anything but an AppError is a bug. */
function expected(error: unknown): AppError {
  if (error instanceof AppError) return error;
  throw error;
}
