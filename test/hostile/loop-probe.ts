import { readFileSync } from "node:fs";
import { Agent, request } from "node:http";

export interface Probed {
  url: string;
  pid: number;
}

/** Processor time of a process's main thread so far, in ms; Linux only. */
function mainThreadMs(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, "utf8").split(" ")[0]) / 1e6;
}

/**
 * The longest time, in ms, that a server computed without an answer while `attack` ran: another
 * connection asks for `/healthz` without a pause. Processor time of its main thread is measured, so
 * that other programs on the machine don't count.
 */
async function longestSilence({ url, pid }: Probed, attack: () => Promise<unknown>) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  let done = false;
  let longest = 0;
  const probe = async () => {
    while (!done) {
      const from = mainThreadMs(pid);
      await get(`${url}/healthz`, agent);
      longest = Math.max(longest, mainThreadMs(pid) - from);
    }
  };
  const probing = probe();
  await attack().finally(() => {
    done = true;
  });
  await probing;
  agent.destroy();
  return longest;
}

function get(url: string, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    request(url, { agent }, (response) => response.resume().on("end", resolve))
      .on("error", reject)
      .end();
  });
}

const tries = 3;

/** The longest block of a server's event loop during an attack; one above the limit counts if it repeats. */
export async function longestBlock(
  server: Probed,
  { limitMs, attack }: { limitMs: number; attack: () => Promise<unknown> },
): Promise<number> {
  const times: number[] = [];
  while (times.length < tries && (times.at(-1) ?? limitMs) >= limitMs)
    times.push(await longestSilence(server, attack));
  return Math.round(Math.min(...times));
}
