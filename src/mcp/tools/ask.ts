import { Type } from "typebox";
import type { TriggerRequest } from "../../contract/investigation.ts";
import {
  defaultRows,
  depth,
  followUpOf,
  mode,
  question,
  rowLimit,
  scopeInput,
  scopeOf,
  strict,
} from "../definition/inputs.ts";
import { defineTool } from "../definition/tool.ts";
import { renderInvestigation } from "../output/render-investigation.ts";
import { defaultWaitSeconds, followFor, maxWaitSeconds } from "./follow-for.ts";

export const ask = defineTool({
  name: "ask",
  title: "Ask a question",
  description:
    "Asks the hosts a question and waits for the answer: findings with evidence and confidence, and the hosts that could not be queried. 'Is everything secure?' is answered by every check of the catalogue: paths to root, ranked fixes, signs of intrusion. Hosts run read-only SQL; an investigation is recorded, nothing else changes.",
  input: Type.Object(
    {
      query: question,
      depth: Type.Optional(depth),
      mode: Type.Optional(mode),
      ...scopeInput,
      follow_up_of: Type.Optional(followUpOf),
      max_rows: Type.Optional(rowLimit),
      wait_seconds: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: maxWaitSeconds,
          description: `Seconds to wait for the answer, ${defaultWaitSeconds} by default; after that, use show_investigation.`,
        }),
      ),
    },
    strict,
  ),
  annotations: {
    readOnlyHint: false,
    destructiveHint: false,
    idempotentHint: false,
    openWorldHint: false,
  },
  needsWrite: false,
  async run({ max_rows, wait_seconds, query, depth, mode, follow_up_of, ...scope }, context) {
    const request: TriggerRequest = { query, depth, mode, scope: scopeOf(scope), follow_up_of };
    const { signal } = context;
    const { investigation_id: id } = await context.client.trigger(request, { signal });
    const investigation = await followFor(id, wait_seconds ?? defaultWaitSeconds, context);
    const shown = { maxRows: max_rows ?? defaultRows, nowMs: context.nowMs };
    const failed = ["failed", "cancelled"].includes(investigation.status);
    return { ...renderInvestigation(investigation, shown), failed };
  },
});
