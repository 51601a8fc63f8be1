import type { Answer } from "../contract/summary.ts";
import type { Call, Client } from "./types.ts";

/** The rows of an investigation's answer that are stored, from the first; no page after `atLeast` of them. */
export async function gatherRows(
  client: Pick<Client, "rows">,
  id: string,
  { atLeast = Number.POSITIVE_INFINITY, ...call }: Call & { atLeast?: number } = {},
): Promise<Answer> {
  let answer: Answer = { columns: [], rows: [], row_count: 0, truncated: false };
  for await (const { columns, data, row_count, truncated } of client.rows(id, call)) {
    answer = { columns, rows: answer.rows.concat(data), row_count, truncated };
    if (answer.rows.length >= atLeast) break;
  }
  return answer;
}
