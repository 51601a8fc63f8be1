import type { RunningAgent } from "../../agent/run/start-agent.ts";

const patienceMs = 5_000;

/**
 * Waits until an agent of this process is connected. One that can't be, because the store can't
 * be written, tries on by itself and must not keep the server from starting: reads go on.
 */
export async function waitUntilConnected({ connected: ready }: RunningAgent): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, patienceMs);
  });
  await Promise.race([ready, patience]).finally(() => clearTimeout(timer));
}
