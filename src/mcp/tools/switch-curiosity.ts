import { Type } from "typebox";
import { pausedItemsView, resumedItemsView } from "../../ui/views/curiosity.ts";
import { strict } from "../definition/inputs.ts";
import { defineTool, pendingNote } from "../definition/tool.ts";
import { plainStyle } from "../output/plain-style.ts";

const input = Type.Object(
  { curiosity_id: Type.String({ description: "`cur_` and 26 characters." }) },
  strict,
);
const annotations = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};

export const pauseCuriosity = defineTool({
  name: "pause_curiosity",
  title: "Pause a scheduled question",
  description: "Pauses a scheduled question until it is resumed; its runs are kept.",
  input,
  annotations,
  needsWrite: true,
  async run({ curiosity_id }, { client, signal, nowMs }) {
    const item = await client.updateCuriosityItem(curiosity_id, { active: false }, { signal });
    return {
      text: pausedItemsView.plain([item], plainStyle(nowMs)).join("\n"),
      data: { item },
    };
  },
});

export const resumeCuriosity = defineTool({
  name: "resume_curiosity",
  title: "Resume a scheduled question",
  description: "Resumes a paused question; an overdue one runs immediately.",
  input,
  annotations,
  needsWrite: true,
  async run({ curiosity_id }, { client, kind, signal, nowMs }) {
    const item = await client.updateCuriosityItem(curiosity_id, { active: true }, { signal });
    const lines = resumedItemsView.plain([item], plainStyle(nowMs));
    return { text: [...lines, ...pendingNote(kind, "asked")].join("\n"), data: { item } };
  },
});
