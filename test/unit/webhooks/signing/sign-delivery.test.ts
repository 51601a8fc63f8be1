import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { secrets, signedDelivery } from "../../../helpers/webhooks.ts";

const seconds = Date.parse("2026-11-01T00:00:00Z") / 1000;

test("a delivery has every header of the contract, signed over its body and time", () => {
  const { event, body, headers } = signedDelivery({ attempt: 3 });
  const hex = createHmac("sha256", secrets.generated).update(`${seconds}.${body}`).digest("hex");
  const base64 = createHmac("sha256", Buffer.from(secrets.generated.slice(6), "base64"))
    .update(`${event.event_id}.${seconds}.${body}`)
    .digest("base64");
  expect(headers).toEqual({
    "content-type": "application/json",
    "user-agent": "inquest/0.1.0",
    "X-Service-Signature": `t=${seconds},v1=${hex}`,
    "X-Service-Event-Id": event.event_id,
    "X-Service-Event-Type": "finding.discovered",
    "X-Service-Delivery-Id": "dlv_01hv3k6z5w9m4q8r7t2y1x0c3b.3",
    "webhook-id": event.event_id,
    "webhook-timestamp": String(seconds),
    "webhook-signature": `v1,${base64}`,
  });
});

test("during a rotation each secret signs, newest first, in one line per header", () => {
  const { generated, supplied } = secrets;
  const both = signedDelivery({ secrets: [supplied, generated] }).headers;
  const one = (secret: string) => signedDelivery({ secrets: [secret] }).headers;
  const hex = (secret: string) => one(secret)["X-Service-Signature"]!.split(",")[1];
  expect(both["X-Service-Signature"]).toBe(`t=${seconds},${hex(supplied)},${hex(generated)}`);
  expect(both["webhook-signature"]).toBe(
    `${one(supplied)["webhook-signature"]} ${one(generated)["webhook-signature"]}`,
  );
});
