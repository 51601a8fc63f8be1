import type { Client } from "../../client/types.ts";
import type { CuriosityItem } from "../../contract/curiosity.ts";
import type { Changes } from "../../contract/summary.ts";
import { AppError } from "../../core/errors.ts";

type RunReader = Pick<Client, "get" | "list">;
/** Null if there was no earlier run; undefined if unknown. */
export type Known = Changes | null | undefined;

/** Each needs one or two requests, so only the first ones of a long listing are fetched. */
export const maxLookups = 50;
const atOnce = 4;

/** The changes of a run; undefined if it was deleted or the key or server doesn't give access. */
export async function changesOf(client: RunReader, runId: string): Promise<Known> {
  return orUndefined(async () => (await client.get(runId)).changes);
}

/** The changes of the last completed run of an item. */
export async function lastChanges(client: RunReader, item: CuriosityItem): Promise<Known> {
  const { last_status, last_investigation_id: last } = item;
  if (last === null) return undefined;
  if (last_status === "completed") return changesOf(client, last);
  const before = await orUndefined(() => lastCompleted(client, item.id));
  return before === undefined ? undefined : changesOf(client, before);
}

/** The results of `lookUp` for the first things, by id. */
export async function fetchEach<T>(
  things: T[],
  idOf: (thing: T) => string,
  lookUp: (thing: T) => Promise<Known>,
): Promise<Map<string, Known>> {
  const known = new Map<string, Known>();
  const first = things.slice(0, maxLookups);
  for (let at = 0; at < first.length; at += atOnce) {
    const some = first.slice(at, at + atOnce);
    const found = await Promise.all(some.map(lookUp));
    for (const [index, thing] of some.entries()) known.set(idOf(thing), found[index]);
  }
  return known;
}

async function lastCompleted({ list }: RunReader, curiosity_id: string) {
  for await (const page of list({ curiosity_id, status: "completed", limit: 1 })) {
    return page.investigations[0]?.investigation_id;
  }
  return undefined;
}

async function orUndefined<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof AppError && [403, 404].includes(error.status)) return undefined;
    throw error;
  }
}
