import type { RunningAgent } from "../../agent/run/start-agent.ts";

const timeoutMs = 5_000;

/**
 * Waits until an agent in this process is connected, for 5 s at most. An agent that can't connect
 * because the store can't be written keeps retrying, and must not block the start: reads still work.
 */
export async function waitUntilConnected({ connected: ready }: RunningAgent): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, timeoutMs);
  });
  await Promise.race([ready, timeout]).finally(() => clearTimeout(timer));
}
