import type { Client } from "../../client/types.ts";
import type { Reading } from "../../contract/reading.ts";
import { AppError } from "../../core/errors.ts";

/** Responses of a server without interpretations, or to a key without access to them. */
const unavailableStatuses = new Set([403, 404, 405, 501]);

/** How the server reads a question, by itself or as a follow-up; null if it doesn't support that. */
export async function readingOf(
  client: Pick<Client, "interpret">,
  query: string,
  followUpOf?: string,
): Promise<Reading | null> {
  try {
    return await client.interpret(query, { followUpOf });
  } catch (error) {
    if (error instanceof AppError && unavailableStatuses.has(error.status)) return null;
    throw error;
  }
}
