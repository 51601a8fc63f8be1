import { randomUUID } from "node:crypto";
// biome-ignore lint/correctness/noUndeclaredDependencies: the one that the server itself runs on
import { Agent } from "undici";
import { deliveryHeaders } from "../../src/webhooks/signing/sign-delivery.ts";
import { anEvent } from "./event.ts";
import { concurrency, type Peer, type PeerOptions, secret } from "./peer.ts";

/** The same signed requests without any storage: the machine's upper limit. */
export async function startBare({ urls, ca }: PeerOptions): Promise<Peer> {
  const send = createSend(ca);
  let free = concurrency;
  const waiting: (() => void)[] = [];
  return {
    async publish(lane) {
      if (free > 0) free--;
      else await new Promise<void>((resolve) => waiting.push(resolve));
      const event = anEnvelope(lane);
      await send(urls[lane]!, event);
      const next = waiting.shift();
      if (next) next();
      else free++;
      return event.event_id;
    },
    stop: () => send.close(),
  };
}

export function anEnvelope(lane: number) {
  const { type, data } = anEvent(lane);
  const emitted_at = new Date().toISOString();
  return { event_id: randomUUID(), event_type: type, emitted_at, api_version: "v1" as const, data };
}

/** One signed POST over kept connections; throws when it isn't answered with 200. */
export function createSend(ca: string) {
  const agent = new Agent({ connect: { ca }, keepAliveTimeout: 30_000 });
  const send = async (url: string, event: ReturnType<typeof anEnvelope>) => {
    const body = JSON.stringify(event);
    const { origin, pathname: path } = new URL(url);
    const headers = deliveryHeaders({
      body,
      event,
      deliveryId: "dlv_00000000000000000000000000",
      attempt: 1,
      secrets: [secret],
      atMs: Date.now(),
      userAgent: "bench",
    });
    const response = await agent.request({ origin, path, method: "POST", headers, body });
    await response.body.dump();
    if (response.statusCode !== 200) throw new Error(`answered ${response.statusCode}`);
  };
  return Object.assign(send, { close: () => agent.close() });
}
