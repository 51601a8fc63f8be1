import { onTestFinished } from "vitest";
import { createSender, type SenderOptions } from "../../src/webhooks/sender/create-sender.ts";
import { receiverCa } from "./webhook-receiver.ts";

/** A sender that may reach receivers on 127.0.0.1 and trusts their authority. It closes with the test. */
export function openSender(over: Partial<SenderOptions> = {}) {
  const sender = createSender({
    allow: ["127.0.0.1"],
    ca: receiverCa(),
    timeoutMs: 30_000,
    lookup: async () => [{ address: "127.0.0.1" }],
    clock: { now: () => Date.now() },
    userAgent: "inquest/0.1.0",
    ...over,
  });
  onTestFinished(() => sender.close());
  return sender;
}

/** A request like those of the dispatcher. */
export function delivery(url: string, body = '{"event_id":"1"}') {
  return { url, headers: { "content-type": "application/json" }, body };
}
