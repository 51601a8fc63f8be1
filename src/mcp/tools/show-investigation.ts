import { Type } from "typebox";
import { defaultRows, investigationId, rowLimit, strict } from "../definition/inputs.ts";
import { defineTool, readOnly } from "../definition/tool.ts";
import { renderInvestigation } from "../output/render-investigation.ts";
import { followFor, maxWaitSeconds } from "./follow-for.ts";

export const showInvestigation = defineTool({
  name: "show_investigation",
  title: "Show an investigation",
  description:
    "Shows an investigation: answer, findings with evidence, chains, coverage, and how the question was read. Of one that a standing question started also what is new and what is resolved since the run before.",
  input: Type.Object(
    {
      investigation_id: investigationId,
      max_rows: Type.Optional(rowLimit),
      wait_seconds: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: maxWaitSeconds,
          description: "How long to wait for one that is still running; 0 by default.",
        }),
      ),
    },
    strict,
  ),
  annotations: readOnly,
  needsWrite: false,
  async run({ investigation_id, max_rows, wait_seconds }, context) {
    const investigation = await followFor(investigation_id, wait_seconds ?? 0, context);
    const shown = { maxRows: max_rows ?? defaultRows, nowMs: context.nowMs };
    return renderInvestigation(investigation, shown);
  },
});
