import { Type } from "typebox";
import { deliveryView } from "../../ui/views/deliveries.ts";
import { deliveryId, strict } from "../definition/inputs.ts";
import { defineTool, readOnly } from "../definition/tool.ts";
import { cutDelivery } from "../output/cut-delivery.ts";
import { plainStyle } from "../output/plain-style.ts";

export const showDelivery = defineTool({
  name: "show_delivery",
  title: "Show a webhook delivery",
  description: "Shows a webhook delivery: its event, every attempt, and the receiver's responses.",
  input: Type.Object({ delivery_id: deliveryId }, strict),
  annotations: readOnly,
  needsWrite: false,
  async run({ delivery_id }, { client, signal, nowMs }) {
    const delivery = cutDelivery(await client.delivery(delivery_id, { signal }));
    return {
      text: deliveryView.plain(delivery, plainStyle(nowMs)).join("\n"),
      data: { delivery },
    };
  },
});
