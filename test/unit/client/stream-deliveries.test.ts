import { expect, test } from "vitest";
import { deliveredOf, deliveryOf } from "../../helpers/delivery.ts";
import { clientOver, collect, json, sse } from "./client-over.ts";

const event = (data: unknown, type = "delivery") =>
  `event: ${type}\ndata: ${JSON.stringify(data)}\n\n`;

test("each delivery of the stream is told whole, up to where the connection breaks", async () => {
  const text = `:\n\n${event(deliveryOf(1))}${event({}, "later")}${event(deliveredOf(1))}`;
  const { client, sent } = clientOver([sse(text, { breaks: true })]);
  const stream = await client.streamDeliveries({ subscription_id: "sub_1" });
  expect(await collect(stream!)).toEqual([deliveryOf(1), deliveredOf(1)]);
  expect(sent[0]).toMatchObject({
    url: "http://service.test/v1/webhooks/deliveries/stream?subscription_id=sub_1",
    headers: { accept: "text/event-stream" },
  });
});

test("a service without a stream, or behind a proxy that answers for it, has none", async () => {
  const { client } = clientOver([json(404, { error: "not_found" }), json(200, {})]);
  expect(await client.streamDeliveries()).toBeNull();
  expect(await client.streamDeliveries()).toBeNull();
});
