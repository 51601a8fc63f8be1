import { Type } from "typebox";
import { deliveryView } from "../../ui/views/deliveries.ts";
import { deliveryId, strict } from "../inputs.ts";
import { plainStyle } from "../plain-style.ts";
import { cutDelivery } from "../tell-delivery.ts";
import { defineTool, readOnly } from "../tool.ts";

export const showDelivery = defineTool({
  name: "show_delivery",
  title: "Show a webhook delivery",
  description: "Shows a webhook delivery: its event, every attempt, and what the receiver said.",
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
