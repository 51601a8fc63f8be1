import { Type } from "typebox";
import { gatherRows } from "../../client/gather-rows.ts";
import type { Answer } from "../../contract/summary.ts";
import { AppError } from "../../core/errors.ts";
import { compareHosts } from "../../ui/plain/compare-hosts.ts";
import { renderTable } from "../../ui/text/table.ts";
import { defaultRows, investigationId, rowLimit, strict } from "../definition/inputs.ts";
import { defineTool, readOnly } from "../definition/tool.ts";
import { cutRows } from "../output/cut.ts";
import { plainStyle } from "../output/plain-style.ts";

export const listRows = defineTool({
  name: "list_rows",
  title: "List rows of an answer",
  description:
    "Lists rows of an investigation's answer from any position, beyond those that ask returned; or with `compare` each row once with the hosts that have it, so that hosts that differ stand out.",
  input: Type.Object(
    {
      investigation_id: investigationId,
      skip: Type.Optional(Type.Integer({ minimum: 0, description: "Rows to skip; 0 by default." })),
      max_rows: Type.Optional(rowLimit),
      compare: Type.Optional(
        Type.Boolean({ description: "Put hosts with the same rows together." }),
      ),
    },
    strict,
  ),
  annotations: readOnly,
  needsWrite: false,
  async run(
    { investigation_id, skip = 0, max_rows = defaultRows, compare = false },
    { client, signal, nowMs },
  ) {
    // One more than wanted shows whether there are more; comparing takes all of them.
    const atLeast = compare ? undefined : skip + max_rows + 1;
    const stored = await gatherRows(client, investigation_id, {
      signal,
      ...(atLeast && { atLeast }),
    });
    const answer = compare ? compared(stored) : stored;
    const rows = cutRows(answer.rows.slice(skip), max_rows);
    const next = skip + rows.length;
    const hasMore = next < answer.rows.length;
    const { columns, row_count, truncated } = answer;
    const table = { columns, rows };
    return {
      text: [
        ...(rows.length > 0 ? renderTable(table, plainStyle(nowMs)) : ["No rows."]),
        ...(hasMore
          ? [`Rows ${skip + 1} to ${next} of ${row_count}; call with skip ${next}.`]
          : []),
        ...(truncated ? ["There are rows that are not stored: narrow the question."] : []),
      ].join("\n"),
      data: { ...table, row_count, truncated, next_skip: hasMore ? next : null },
    };
  },
});

function compared(answer: Answer): Answer {
  const result = compareHosts(answer);
  if (result) return result;
  throw new AppError("one_host", "This answer is of one host.", {
    hint: "Ask several hosts to compare them.",
    kind: "usage",
  });
}
