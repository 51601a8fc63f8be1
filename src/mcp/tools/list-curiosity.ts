import { Type } from "typebox";
import type { CuriosityItem } from "../../contract/curiosity.ts";
import { itemListView } from "../../ui/views/curiosity.ts";
import { defaultLimit, listLimit, strict } from "../definition/inputs.ts";
import { defineTool, readOnly } from "../definition/tool.ts";
import { cutText } from "../output/cut.ts";
import { plainStyle } from "../output/plain-style.ts";
import { firstPage, moreLines } from "./first-page.ts";

const maxQuestion = 200;

export const listCuriosity = defineTool({
  name: "list_curiosity",
  title: "List scheduled questions",
  description:
    "Lists scheduled questions, next due first, with the status of their last run. list_investigations with a curiosity_id lists the runs; show_investigation of a run shows what changed.",
  input: Type.Object({ limit: Type.Optional(listLimit) }, strict),
  annotations: readOnly,
  needsWrite: false,
  async run({ limit = defaultLimit }, { client, signal, nowMs }) {
    const page = await firstPage(client.curiosityItems({ limit }, { signal }));
    const items = page.items
      .slice(0, limit)
      .map((item) => ({ ...item, query: cutText(item.query, maxQuestion) }));
    const shown = { page: { items, next_cursor: null }, changes: unknownOf(items) };
    const lines = itemListView.plain(shown, plainStyle(nowMs));
    return {
      text: [...lines, ...moreLines(page.next_cursor)].join("\n"),
      data: { items, more: page.next_cursor !== null },
    };
  },
});

/** Changes are unknown here: fetching them would take a request per item. */
function unknownOf(items: CuriosityItem[]) {
  return new Map(items.map(({ id }) => [id, undefined]));
}
