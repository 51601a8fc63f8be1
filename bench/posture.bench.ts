import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import { startBenchServer } from "./fleet/server.ts";
import { median } from "./median.ts";
import type { BenchRow } from "./row.ts";
import { runParts } from "./run-parts.ts";

const question = "is everything secure?";
const most = { oneHostSeconds: 5, shareOfLynis: 1 / 8, agentMb: 150, fleetSeconds: 20 };
const fleetSize = 1_000;
/** By then all simulated hosts have sent their snapshots. */
const settleMs = 30_000;

/** The whole catalogue and the search for paths to root: on this machine, and over a fleet. */
export const run = (): Promise<BenchRow[]> =>
  runParts({ "posture of this machine": oneHost, "posture of a fleet": fleet });

async function oneHost(): Promise<BenchRow[]> {
  const { seconds, agentMb } = await askOneHost();
  const lynis = runLynis();
  const share = lynis.ok ? seconds / lynis.seconds : 0;
  return [
    {
      what: "posture of this machine, live (median of 3)",
      measured: `${seconds.toFixed(1)} s`,
      peer: lynis.ok ? `lynis audit system --quick: ${lynis.seconds.toFixed(1)} s` : lynis.reason,
      bar: `≤ ${most.oneHostSeconds} s, ≤ 1/8 of Lynis`,
      met: seconds <= most.oneHostSeconds && share <= most.shareOfLynis,
    },
    {
      what: "agent's most memory for it",
      measured: `${agentMb.toFixed(0)} MB`,
      bar: `≤ ${most.agentMb} MB`,
      met: agentMb <= most.agentMb,
    },
  ];
}

async function askOneHost(): Promise<{ seconds: number; agentMb: number }> {
  const server = await startBenchServer({ hosts: 0 });
  const home = mkdtempSync(join(tmpdir(), "inquest-bench-"));
  const config = join(home, "agent.json");
  const settings = { brain_url: server.url, api_key: server.key, cache_dir: join(home, "cache") };
  writeFileSync(config, JSON.stringify({ ...settings, log_level: "debug" }), { mode: 0o600 });
  const agent = spawn(process.execPath, ["bin/run.js", "agents", "run", "--config", config], {
    // As the systemd unit of `agents install` starts it.
    env: { PATH: process.env.PATH, HOME: home, MALLOC_ARENA_MAX: "1" },
    stdio: ["ignore", "ignore", "pipe"],
  });
  try {
    for await (const line of createInterface(agent.stderr!))
      if (line.includes("A snapshot was sent")) break;
    agent.stderr!.resume();
    const times = [];
    for (let round = 0; round < 3; round++) times.push((await server.ask(question, 1)).allSeconds);
    return { seconds: median(times), agentMb: peakMb(agent.pid!) };
  } finally {
    const ended = once(agent, "exit");
    agent.kill("SIGTERM");
    await ended;
    await server.stop();
    rmSync(home, { recursive: true });
  }
}

function peakMb(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024;
}

/** Lynis is a program of the system, not a package that the bench could install. */
function runLynis(): { ok: true; seconds: number } | { ok: false; reason: string } {
  const folder = mkdtempSync(join(tmpdir(), "inquest-bench-"));
  const files = ["--log-file", join(folder, "log"), "--report-file", join(folder, "report")];
  const started = performance.now();
  const { error, status } = spawnSync(
    "lynis",
    ["audit", "system", "--quick", "--no-colors", ...files],
    { stdio: "ignore", cwd: folder },
  );
  const seconds = (performance.now() - started) / 1000;
  rmSync(folder, { recursive: true });
  if (error) return { ok: false, reason: "skipped: Lynis is not installed" };
  // Lynis ends with 78 when it has warnings.
  if (status !== 0 && status !== 78)
    return { ok: false, reason: `skipped: Lynis ended with ${status}` };
  return { ok: true, seconds };
}

async function fleet(): Promise<BenchRow[]> {
  const server = await startBenchServer({ hosts: fleetSize });
  try {
    await delay(settleMs);
    const { allSeconds } = await server.ask(question, fleetSize);
    return [
      {
        what: `posture of ${fleetSize.toLocaleString("en")} simulated hosts, live`,
        measured: `${allSeconds.toFixed(1)} s`,
        bar: `≤ ${most.fleetSeconds} s`,
        met: allSeconds <= most.fleetSeconds,
      },
    ];
  } finally {
    await server.stop();
  }
}
