import { readFileSync } from "node:fs";
import { Agent, get } from "node:http";

const attempts = 5;

/**
 * The longest time, in ms, that a server took to answer `/healthz` while `attack` ran. Another
 * program that takes the processor delays an answer too, so the attack is repeated, and the shortest
 * of its times counts.
 */
export async function longestSilence(
  url: string,
  { attack, limitMs }: { attack: () => Promise<unknown>; limitMs: number },
): Promise<number> {
  const times: number[] = [];
  while (times.length < attempts && (times.at(-1) ?? limitMs) >= limitMs)
    times.push(await silenceDuring(url, attack));
  return Math.round(Math.min(...times));
}

async function silenceDuring(url: string, attack: () => Promise<unknown>): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  let longest = 0;
  let ended = false;
  const probing = (async () => {
    while (!ended) {
      const from = performance.now();
      await answered(`${url}/healthz`, agent);
      longest = Math.max(longest, performance.now() - from);
    }
  })();
  await attack().finally(() => {
    ended = true;
  });
  await probing;
  agent.destroy();
  return longest;
}

function answered(url: string, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    get(url, { agent }, (response) => response.resume().on("end", resolve)).on("error", reject);
  });
}

/** A process's memory now and at its highest, in MiB. */
export function memoryOf(pid: number): { now: number; highest: number } {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const mebibytes = (name: string) =>
    Math.round(Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)![1]) / 1024);
  return { now: mebibytes("VmRSS"), highest: mebibytes("VmHWM") };
}
