import { Type } from "typebox";
import { investigationStatuses } from "../../contract/enums.ts";
import type { InvestigationRow } from "../../contract/investigation.ts";
import { investigationListView } from "../../ui/views/investigation/list.ts";
import { defaultLimit, listLimit, strict, word } from "../definition/inputs.ts";
import { defineTool, readOnly } from "../definition/tool.ts";
import { cutText } from "../output/cut.ts";
import { plainStyle } from "../output/plain-style.ts";
import { firstPage, moreLines } from "./first-page.ts";

const maxQuestion = 200;

export const listInvestigations = defineTool({
  name: "list_investigations",
  title: "List investigations",
  description: "Lists investigations with their questions and status, newest first.",
  input: Type.Object(
    {
      status: Type.Optional(word(investigationStatuses, "Only those with this status.")),
      curiosity_id: Type.Optional(
        Type.String({ description: "Only runs of this scheduled question." }),
      ),
      limit: Type.Optional(listLimit),
    },
    strict,
  ),
  annotations: readOnly,
  needsWrite: false,
  async run({ limit = defaultLimit, ...query }, { client, signal, nowMs }) {
    const page = await firstPage(client.list({ ...query, limit }, { signal }));
    const rows = page.investigations.slice(0, limit).map(cutQuestion);
    const shown = { investigations: rows, next_cursor: null };
    const lines = investigationListView.plain(shown, plainStyle(nowMs));
    return {
      text: [...lines, ...moreLines(page.next_cursor)].join("\n"),
      data: { investigations: rows.map(outline), more: page.next_cursor !== null },
    };
  },
});

function cutQuestion(row: InvestigationRow): InvestigationRow {
  return { ...row, query: cutText(row.query, maxQuestion) };
}

function outline(row: InvestigationRow) {
  const { investigation_id, query, status, curiosity_id, started_at, completed_at, error } = row;
  const severity = row.summary?.severity ?? null;
  const findings = row.progress?.findings ?? null;
  return {
    ...{ investigation_id, query, status, severity, findings, curiosity_id },
    ...{ started_at, completed_at, error },
  };
}
