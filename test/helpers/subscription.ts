import type { Subscription } from "../../src/contract/webhook.ts";

export function subscription(over: Partial<Subscription> = {}): Subscription {
  return {
    id: "sub_01hv3k6z5w9m4q8r7t2y1x0c3b",
    url: "https://hooks.test/inquest",
    events: ["finding.discovered"],
    filters: {},
    active: true,
    created_at: "2026-11-01T00:00:00.000Z",
    updated_at: "2026-11-01T00:00:00.000Z",
    ...over,
  };
}
