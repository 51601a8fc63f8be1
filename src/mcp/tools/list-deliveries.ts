import { Type } from "typebox";
import { deliveryStatuses, eventTypes } from "../../contract/enums.ts";
import { parseDuration } from "../../core/duration.ts";
import { deliveryListView } from "../../ui/views/deliveries.ts";
import { defaultLimit, listLimit, span, strict, word } from "../definition/inputs.ts";
import { defineTool, readOnly } from "../definition/tool.ts";
import { summarizeDelivery, withoutReceiverPath } from "../output/cut-delivery.ts";
import { plainStyle } from "../output/plain-style.ts";
import { firstPage, moreLines } from "./first-page.ts";

export const listDeliveries = defineTool({
  name: "list_deliveries",
  title: "List webhook deliveries",
  description:
    "Lists webhook deliveries with their status, newest first; status dead_lettered lists the dead letters. Only the origin of a receiver's URL is shown.",
  input: Type.Object(
    {
      status: Type.Optional(
        word([...deliveryStatuses, "dead_lettered"] as const, "Only those with this status."),
      ),
      subscription_id: Type.Optional(Type.String({ description: "`sub_` and 26 characters." })),
      event_type: Type.Optional(word(eventTypes, "Only deliveries of this event type.")),
      within: Type.Optional(span("Only deliveries created within this time")),
      limit: Type.Optional(listLimit),
    },
    strict,
  ),
  annotations: readOnly,
  needsWrite: false,
  async run({ within, limit = defaultLimit, ...query }, { client, signal, nowMs }) {
    const asked = { ...query, since: sinceOf(within, nowMs), limit };
    const page = await firstPage(client.deliveries(asked, { signal }));
    const deliveries = page.deliveries.slice(0, limit).map(withoutReceiverPath);
    const isFiltered = within !== undefined || Object.keys(query).length > 0;
    const shown = deliveryListView(isFiltered);
    const lines = shown.plain({ deliveries, next_cursor: null }, plainStyle(nowMs));
    return {
      text: [...lines, ...moreLines(page.next_cursor)].join("\n"),
      data: { deliveries: deliveries.map(summarizeDelivery), more: page.next_cursor !== null },
    };
  },
});

function sinceOf(within: string | undefined, nowMs: number): string | undefined {
  if (within === undefined) return undefined;
  return new Date(Math.max(0, nowMs - (parseDuration(within) ?? 0))).toISOString();
}
