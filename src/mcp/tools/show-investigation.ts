import { Type } from "typebox";
import { defaultRows, investigationId, rowLimit, strict } from "../definition/inputs.ts";
import { defineTool, readOnly } from "../definition/tool.ts";
import { renderInvestigation } from "../output/render-investigation.ts";
import { followFor, maxWaitSeconds } from "./follow-for.ts";

export const showInvestigation = defineTool({
  name: "show_investigation",
  title: "Show an investigation",
  description:
    "Shows an investigation: answer, findings with evidence, chains, coverage, and how the question was read; for a run of a scheduled question also what is new and resolved since the previous run.",
  input: Type.Object(
    {
      investigation_id: investigationId,
      max_rows: Type.Optional(rowLimit),
      wait_seconds: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: maxWaitSeconds,
          description: "Seconds to wait for a running investigation; 0 by default.",
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
