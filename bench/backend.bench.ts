import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import { median } from "./median.ts";
import type { BenchRow } from "./row.ts";

const questions = [
  "which services listen on every interface?",
  "top 5 processes by memory",
  "is there another account with uid 0?",
  "how many packages are installed?",
  "which users have a login shell?",
];

/** The whole backend as its users meet it: a first question with nothing set up, and a server left alone. */
export async function run(): Promise<BenchRow[]> {
  return [firstQuestion(), await idleServer()];
}

function firstQuestion(): BenchRow {
  const times = questions.map((question) => {
    const dir = mkdtempSync(join(tmpdir(), "inquest-bench-"));
    try {
      const started = performance.now();
      const { status, stderr } = spawnSync(
        process.execPath,
        ["bin/run.js", "investigate", question, "--data-dir", dir],
        {
          encoding: "utf8",
        },
      );
      if (status !== 0) throw new Error(`"${question}" ended with ${status}: ${stderr}`);
      return performance.now() - started;
    } finally {
      rmSync(dir, { recursive: true });
    }
  });
  const slowest = Math.max(...times);
  const middle = median(times);
  return {
    what: `a first question, embedded, fresh data folder (median and slowest of ${questions.length})`,
    measured: `${(middle / 1000).toFixed(2)} s, ${(slowest / 1000).toFixed(2)} s`,
    bar: "≤ 1.5 s",
    met: middle <= 1500,
  };
}

const idleMs = 60_000;

async function idleServer(): Promise<BenchRow> {
  const dir = mkdtempSync(join(tmpdir(), "inquest-bench-"));
  const server = spawn(
    process.execPath,
    ["bin/run.js", "server", "--port", "0", "--json", "--data-dir", dir],
    {
      stdio: ["ignore", "pipe", "ignore"],
    },
  );
  try {
    await firstLine(server);
    // Its snapshot is taken and its worker threads have ended by then.
    await delay(idleMs);
    const status = readFileSync(`/proc/${server.pid}/status`, "utf8");
    const megabytes = Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024;
    return {
      what: `idle server, resident memory after ${idleMs / 1000} s`,
      measured: `${megabytes.toFixed(0)} MB`,
      bar: "≤ 130 MB",
      met: megabytes <= 130,
    };
  } finally {
    const ended = new Promise((resolve) => server.once("exit", resolve));
    server.kill("SIGTERM");
    await ended;
    rmSync(dir, { recursive: true });
  }
}

function firstLine(server: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    createInterface({ input: server.stdout! }).once("line", resolve);
    server.once("exit", (code) => reject(new Error(`the server ended with ${code}`)));
  });
}
