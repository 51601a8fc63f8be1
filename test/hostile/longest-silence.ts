import { readFileSync } from "node:fs";
import { Agent, get } from "node:http";

/**
 * The longest time, in ms of processor time, that a server's main thread worked without answering
 * `/healthz`, while `attack` ran. Unlike elapsed time it does not depend on what else the machine does.
 */
export async function longestSilence(
  { url, pid }: { url: string; pid: number },
  attack: () => Promise<unknown>,
): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  let longest = 0;
  let ended = false;
  const probing = (async () => {
    while (!ended) {
      const from = mainThreadMs(pid);
      await answered(`${url}/healthz`, agent);
      longest = Math.max(longest, mainThreadMs(pid) - from);
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

/** The processor time of a process's main thread; the kernel counts it in hundredths of a second. */
function mainThreadMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/task/${pid}/stat`, "utf8");
  // The fields after the name, which is in brackets and may contain blanks (proc(5)).
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** A process's memory now and at its highest, in MiB. */
export function memoryOf(pid: number): { now: number; highest: number } {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const mebibytes = (name: string) =>
    Math.round(Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)![1]) / 1024);
  return { now: mebibytes("VmRSS"), highest: mebibytes("VmHWM") };
}
