import { setTimeout as delay } from "node:timers/promises";
import type { PostgresCluster } from "../helpers/postgres.ts";
import type { Fault, Size } from "./fault.ts";
import { type Counts, count } from "./scene/count.ts";
import { type Load, quietMs, startLoad } from "./scene/load.ts";
import { settle } from "./scene/settle.ts";
import { addStanding, pauseStanding, untilAllRun } from "./scene/standing.ts";
import { startScene } from "./scene/start-scene.ts";
import { until } from "./scene/until.ts";

export interface FaultResult extends Counts {
  what: string;
  interruptions: number;
  /** Requests that were refused or not answered meanwhile; each was sent again. */
  refusals: number;
  seconds: number;
}

export interface RunOptions {
  cluster: PostgresCluster;
  /** Folder with the built program. */
  program: string;
  size: Size;
  /** Gets what ends the scene, for a run that is interrupted. */
  onScene?(close: () => Promise<void>): void;
}

const standingQuestions = 3;
/** Jobs of a server that is gone are taken over within a minute. */
const recoverWithinMs = 60_000;

/** Applies a fault to servers of its own under load, and counts what came of it. */
export async function runFault(
  fault: Fault,
  { cluster, program, size, onScene }: RunOptions,
): Promise<FaultResult> {
  const startedMs = performance.now();
  const scene = await startScene({ cluster, program, ...fault.scene });
  onScene?.(scene.close);
  let load: Load | undefined;
  try {
    await fault.prepare?.(scene, size);
    const [server] = scene.servers;
    const body = { url: scene.receiver.url, events: ["*"] };
    const made = await server.call("POST", "/v1/webhooks/subscriptions", body);
    if (made.status !== 201) throw new Error(`no subscription: ${JSON.stringify(made.body)}`);
    const standing = await addStanding(server, standingQuestions);
    load = startLoad(scene);
    await delay(quietMs);
    const interruptions = await fault.apply({ scene, load, size });
    await until("all servers are ready", { withinMs: recoverWithinMs }, async () =>
      (await Promise.all(scene.servers.map((one) => one.isReady()))).every(Boolean),
    );
    await untilAllRun(server, standing, recoverWithinMs);
    await load.stop();
    await pauseStanding(server, standing);
    const settled = await settle(server);
    return {
      what: fault.what,
      ...count({
        accepted: load.accepted,
        standing,
        ...settled,
        requests: scene.receiver.requests,
        interruptions,
      }),
      interruptions,
      refusals: load.refusals(),
      seconds: (performance.now() - startedMs) / 1_000,
    };
  } finally {
    await load?.abandon();
    await scene.close();
  }
}

/** The result of a fault that could not be run to its end. */
export function failedFault({ what }: Fault, error: unknown): FaultResult {
  const problems = [error instanceof Error ? error.message : String(error)];
  const none = { questions: 0, runs: 0, deliveries: 0, repeats: 0, most: 0, interruptions: 0 };
  return { what, ...none, refusals: 0, seconds: 0, problems };
}
