import { Agent, request } from "node:http";

/**
 * The longest time, in ms, for which a server answered nothing while `attack` ran: another
 * connection asks for `/healthz` without a pause.
 */
async function silence(url: string, attack: () => Promise<unknown>): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  let done = false;
  let longest = 0;
  const probe = async () => {
    while (!done) {
      const from = performance.now();
      await get(`${url}/healthz`, agent);
      longest = Math.max(longest, performance.now() - from);
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

const tries = 4;

/**
 * The longest block of the server's event loop during an attack. Another program that takes the
 * processor blocks it too, so a time above the limit counts only if it repeats.
 */
export async function longestBlock(
  url: string,
  { limitMs, attack }: { limitMs: number; attack: () => Promise<unknown> },
): Promise<number> {
  const times: number[] = [];
  while (times.length < tries && (times.at(-1) ?? limitMs) >= limitMs)
    times.push(await silence(url, attack));
  return Math.round(Math.min(...times));
}
