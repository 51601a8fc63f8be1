import { connect } from "node:net";
import type { Client } from "../../../client/types.ts";

/** The common prefix of the paths of all listeners. */
export const listenPath = "/inquest-listen/";

/** The port of a listener's URL; undefined for the URL of anything else. */
export function listenerPort(url: string): number | undefined {
  if (!URL.canParse(url)) return undefined;
  const { hostname, port, pathname } = new URL(url);
  const isListener = hostname === "127.0.0.1" && pathname.startsWith(listenPath) && port !== "";
  return isListener ? Number(port) : undefined;
}

/** Removes the subscriptions of listeners that no longer run, and returns their number. */
export async function removeStaleListeners(
  client: Pick<Client, "subscriptions" | "deleteSubscription">,
  signal: AbortSignal,
): Promise<number> {
  const dead: string[] = [];
  for await (const { subscriptions } of client.subscriptions({ limit: 200 }, { signal })) {
    for (const { id, url } of subscriptions) {
      const port = listenerPort(url);
      if (port !== undefined && !(await isListenedOn(port))) dead.push(id);
    }
  }
  for (const id of dead) await client.deleteSubscription(id, { signal });
  return dead.length;
}

function isListenedOn(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    const end = (is: boolean) => {
      socket.destroy();
      resolve(is);
    };
    socket.once("connect", () => end(true));
    socket.once("error", () => end(false));
  });
}
