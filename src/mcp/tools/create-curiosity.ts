import { Type } from "typebox";
import { itemView } from "../../ui/views/curiosity.ts";
import { depth, question, scopeInput, scopeOf, strict } from "../definition/inputs.ts";
import { defineTool, pendingNote } from "../definition/tool.ts";
import { plainStyle } from "../output/plain-style.ts";

export const createCuriosity = defineTool({
  name: "create_curiosity",
  title: "Schedule a question",
  description:
    "Creates a scheduled question: it runs immediately, or at first_run_at, and again after each interval until it is paused.",
  input: Type.Object(
    {
      query: question,
      interval: Type.String({ pattern: "^[0-9]+[smhd]$", description: "From 1m to 365d." }),
      depth: Type.Optional(depth),
      ...scopeInput,
      first_run_at: Type.Optional(Type.String({ description: "ISO-8601 time with its offset." })),
    },
    strict,
  ),
  annotations: {
    readOnlyHint: false,
    destructiveHint: false,
    idempotentHint: false,
    openWorldHint: false,
  },
  needsWrite: true,
  async run({ query, interval, depth, first_run_at, ...scope }, { client, kind, signal, nowMs }) {
    const request = { query, interval, depth, first_run_at, scope: scopeOf(scope) };
    const item = await client.createCuriosityItem(request, { signal });
    const lines = itemView.plain(item, plainStyle(nowMs));
    return { text: [...lines, ...pendingNote(kind, "asked")].join("\n"), data: { item } };
  },
});
