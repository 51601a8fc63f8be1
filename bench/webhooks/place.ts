import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { build } from "esbuild";
import { authority } from "../../test/helpers/authority.ts";

/** How many subscriptions, each with a URL of its own. */
export const lanes = 20;

/** The receiver in a process of its own, and the folder with the bundled children. */
export interface Place {
  folder: string;
  receiver: ChildProcess;
  /** The receiver's address, no slash at the end. */
  origin: string;
  ca: string;
}

/** Bundles the children into the folder. */
export async function bundle(folder: string): Promise<void> {
  await build({
    entryPoints: ["child", "receiver"].map((name) => `bench/webhooks/${name}.ts`),
    outdir: folder,
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20",
    packages: "external",
    logLevel: "warning",
  });
}

/** Starts the receiver of the folder's bundle. */
export async function startReceiver(folder: string): Promise<Place> {
  const ca = authority(folder, "bench");
  const { certPath, keyPath } = ca.sign("receiver");
  const receiver = fork(join(folder, "receiver.js"), [certPath, keyPath], { execArgv: [] });
  const { port } = await nextMessage<{ port: number }>(receiver);
  return { folder, receiver, origin: `https://127.0.0.1:${port}`, ca: ca.cert.toString() };
}

export async function nextMessage<T>(child: ChildProcess): Promise<T> {
  const [message] = await once(child, "message");
  return message as T;
}

export async function ask<T>(child: ChildProcess, question: unknown): Promise<T> {
  const answer = nextMessage<T>(child);
  child.send(question as string);
  return answer;
}

/** Waits until the receiver has had `events`; gives when each of them came first. */
export async function arrivalsOf(
  { receiver }: Place,
  events: number,
): Promise<Map<string, number>> {
  while ((await ask<{ events: number }>(receiver, "count")).events < events) await delay(20);
  const { arrivals } = await ask<{ arrivals: [string, number][] }>(receiver, "take");
  return new Map(arrivals);
}

export const lanesOf = ({ origin }: Place, path = "ok") =>
  Array.from({ length: lanes }, (_, lane) => `${origin}/${path}/${lane}`);
