import { Type } from "typebox";
import { deliveryId, strict } from "../definition/inputs.ts";
import { defineTool, pendingNote } from "../definition/tool.ts";

export const replayDelivery = defineTool({
  name: "replay_delivery",
  title: "Replay a webhook delivery",
  description: "Sends the event of a delivery to its receiver again, as a new delivery.",
  input: Type.Object({ delivery_id: deliveryId }, strict),
  annotations: {
    readOnlyHint: false,
    destructiveHint: false,
    idempotentHint: false,
    openWorldHint: true,
  },
  needsWrite: true,
  async run({ delivery_id }, { client, kind, signal }) {
    const queued = await client.replayDelivery(delivery_id, { signal });
    const queuedNote = `Queued as ${queued.delivery_id}: show_delivery shows its status.`;
    return { text: [queuedNote, ...pendingNote(kind, "sent")].join(" "), data: { ...queued } };
  },
});
