import type { Client } from "../../client/types.ts";
import { AppError } from "../../core/errors.ts";
import { type IdKind, idKinds } from "../command-line/id-kinds.ts";
import { idPages } from "./id-pages.ts";

const limit = 200;
/** One of the newest records is usually meant, and a fleet may have many thousands. */
const mostPages = 10;

export interface IdSource {
  client: Client;
  kind: IdKind;
  /** The investigation whose findings are meant. */
  investigation?: string | undefined;
}

/** The first ids that a server lists: 2,000 at most. */
export async function listIds(
  { client, kind, investigation }: IdSource,
  pages = mostPages,
): Promise<string[]> {
  const ids: string[] = [];
  let page = 0;
  for await (const candidates of idPages(kind, client, { limit, investigation })) {
    ids.push(...candidates.map(({ value }) => value));
    page += 1;
    if (page === pages) break;
  }
  return ids;
}

/** The id of the newest record: ids begin with the time of creation. */
export async function newestId(source: IdSource): Promise<string> {
  const { kind } = source;
  const isNewestFirst = kind === "investigations" || kind === "deliveries";
  const newest = (await listIds(source, isNewestFirst ? 1 : mostPages)).sort().at(-1);
  if (newest === undefined) throw noneOf(kind);
  return newest;
}

/** The error where there is nothing to choose from. */
export function noneOf(kind: IdKind): AppError {
  return new AppError("not_found", `There are no ${idKinds[kind].many}.`, { kind: "not_found" });
}
