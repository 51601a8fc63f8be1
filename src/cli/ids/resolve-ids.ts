import { isNotOffered } from "../../client/optional-operations.ts";
import { AppError } from "../../core/errors.ts";
import { isWholeId, lastWord } from "../command-line/id-word.ts";
import { usageError } from "../errors/usage-error.ts";
import { type IdSource, listIds, newestId } from "./list-ids.ts";

export interface IdContext extends IdSource {
  /** The investigation asked for last in this terminal. */
  lastAsked?: () => string | null;
}

const mostNamed = 10;

/**
 * The ids that words stand for: an id, the only one that begins with the word, with or without its
 * type, or `@last`. A whole id costs no request, and a word that stands for nothing is left to the
 * server to reject. The id of an agent has no form of its own: `findAgent` looks it up.
 */
export async function resolveIds(words: string[], context: IdContext): Promise<string[]> {
  let listed: Promise<string[]> | undefined;
  const ids: string[] = [];
  for (const word of words) {
    if (isWholeId(word) || context.kind === "agents") ids.push(word);
    else if (word === lastWord && context.kind !== "findings") ids.push(await lastId(context));
    else {
      listed ??= listIds(context).catch(noneIfUnlisted);
      ids.push(idFor(word, await listed) ?? word);
    }
  }
  return ids;
}

/** A server may lack the listing, or the investigation of the findings: then it judges the word itself. */
function noneIfUnlisted(error: unknown): string[] {
  if (isNotOffered(error) || (error instanceof AppError && error.kind === "not_found")) return [];
  throw error;
}

/** The id that one word stands for. */
export async function resolveId(word: string, context: IdContext): Promise<string> {
  const [id] = await resolveIds([word], context);
  return id!;
}

async function lastId(context: IdContext): Promise<string> {
  const asked = context.kind === "investigations" ? context.lastAsked?.() : null;
  return asked ?? (await newestId(context));
}

/** The id that a word stands for among those that there are; undefined if there is none. */
export function idFor(word: string, ids: string[]): string | undefined {
  const whole = ids.find((id) => id === word) ?? ids.find((id) => nameOf(id) === word);
  if (whole !== undefined) return whole;
  const found = ids.filter((id) => id.startsWith(word) || nameOf(id).startsWith(word));
  if (found.length > 1) throw ambiguous(word, found);
  return found[0];
}

/** An id without its type. */
const nameOf = (id: string) => id.replace(/^(?:[a-z]{3}_|service-)/, "");

function ambiguous(word: string, found: string[]): AppError {
  const more = found.length > mostNamed ? ` and ${found.length - mostNamed} more` : "";
  return usageError(
    `${found.length} ids begin with ${word}.`,
    `Pass more characters of one of these: ${found.slice(0, mostNamed).join(", ")}${more}.`,
  );
}
