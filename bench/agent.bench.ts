import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import type { BenchRow } from "./row.ts";

const idleMs = 60_000;
const mostMb = 90;
const mostPercent = 0.5;
/** Of one tick of the process's times, as Linux counts them. */
const msPerTick = 10;

/** The cost of an idle agent on its machine: the built program against a server. */
export async function run(): Promise<BenchRow[]> {
  const home = mkdtempSync(join(tmpdir(), "inquest-bench-"));
  const started: ChildProcess[] = [];
  try {
    const server = startProgram(home, "server", "--port", "0", "--no-local-agent", "--json");
    started.push(server);
    const [line] = (await once(createInterface(server.stdout!), "line")) as [string];
    const { url, api_key } = JSON.parse(line) as { url: string; api_key: string };
    const file = join(home, "agent.json");
    const config = { brain_url: url, api_key, cache_dir: join(home, "cache"), log_level: "debug" };
    writeFileSync(file, JSON.stringify(config), { mode: 0o600 });
    const agent = startProgram(home, "agents", "run", "--config", file);
    started.push(agent);
    // Its first snapshot is the most work that it does by itself; the engine is let go after it.
    await logged(agent, "A snapshot was sent");
    await sleep(15_000);
    return toRows(await measureIdle(agent.pid!));
  } finally {
    for (const child of started) await end(child);
    rmSync(home, { recursive: true });
  }
}

function startProgram(home: string, ...args: string[]): ChildProcess {
  const env = { PATH: process.env.PATH, HOME: home, INQUEST_DATA_DIR: join(home, "data") };
  return spawn(process.execPath, ["bin/run.js", ...args], {
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
}

async function logged(child: ChildProcess, text: string): Promise<void> {
  for await (const line of createInterface(child.stderr!)) if (line.includes(text)) break;
  child.stderr!.resume();
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  await ended;
}

interface Idle {
  peakMb: number;
  percent: number;
}

async function measureIdle(pid: number): Promise<Idle> {
  const begin = performance.now();
  const ticks = ticksOf(pid);
  let peakMb = 0;
  while (performance.now() - begin < idleMs) {
    peakMb = Math.max(peakMb, residentMb(pid));
    await sleep(1_000);
  }
  const busyMs = (ticksOf(pid) - ticks) * msPerTick;
  return { peakMb, percent: (100 * busyMs) / (performance.now() - begin) };
}

/** All threads, in user and kernel mode: fields 14 and 15 of proc(5). */
function ticksOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return Number(fields[11]) + Number(fields[12]);
}

function residentMb(pid: number): number {
  const kb = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return Number(kb) / 1024;
}

function toRows({ peakMb, percent }: Idle): BenchRow[] {
  return [
    {
      what: "agent's memory, highest of an idle minute after its first snapshot",
      measured: `${peakMb.toFixed(0)} MiB`,
      bar: `≤ ${mostMb} MiB`,
      met: peakMb <= mostMb,
    },
    {
      what: "agent's CPU over an idle minute",
      measured: `${percent.toFixed(2)}% of a core`,
      bar: `≤ ${mostPercent}%`,
      met: percent <= mostPercent,
    },
  ];
}
