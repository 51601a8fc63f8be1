import type { InvestigationRow } from "../../../src/contract/investigation.ts";
import type { Delivery } from "../../../src/contract/webhook.ts";
import type { Server } from "./start-server.ts";
import { until } from "./until.ts";

const settleWithinMs = 120_000;
const endStatuses = ["completed", "failed", "cancelled"];

/** All records of a listing. */
async function listAll<T>(server: Server, path: string, field: string): Promise<T[]> {
  const all: T[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const from = cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`;
    const { status, body } = await server.call("GET", `${path}?limit=200${from}`);
    if (status !== 200) throw new Error(`GET ${path}: ${status} ${JSON.stringify(body)}`);
    all.push(...body[field]);
    cursor = body.next_cursor;
  }
  return all;
}

/** All investigations and deliveries, once the first have ended and the others are sent. */
export async function settle(server: Server) {
  let investigations: InvestigationRow[] = [];
  let deliveries: Delivery[] = [];
  await until("all investigations end", { withinMs: settleWithinMs, everyMs: 500 }, async () => {
    investigations = await listAll(server, "/v1/investigations", "investigations");
    return investigations.every(({ status }) => endStatuses.includes(status));
  });
  await until("all deliveries are sent", { withinMs: settleWithinMs, everyMs: 500 }, async () => {
    deliveries = await listAll(server, "/v1/webhooks/deliveries", "deliveries");
    return deliveries.every(({ status }) => status !== "pending" && status !== "retrying");
  });
  return { investigations, deliveries };
}
