import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { median } from "./median.ts";
import type { BenchRow } from "./row.ts";

const rounds = 21;

const starts = [
  { what: "inquest --version", args: ["bin/run.js", "--version"], bar: 1.3 },
  { what: "inquest --help", args: ["bin/run.js", "--help"], bar: 2.2 },
  {
    what: 'inquest agents query "select 1"',
    args: ["bin/run.js", "agents", "query", "select 1"],
    bar: 4,
  },
];

/** The built command line's starts against a bare Node, and what a person first sees of a question. */
export async function run(): Promise<BenchRow[]> {
  return [...starts.map(startRow), await firstFrameRow()];
}

const question = "which users have uid 0?";
const frameBarMs = 150;

/** From Enter until the question stands in the live view, in a terminal of 100 columns. */
async function firstFrameRow(): Promise<BenchRow> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) times.push(await firstFrameMs());
  const ms = median(times);
  return {
    what: "inquest investigate: the first frame",
    measured: `${ms.toFixed(0)} ms`,
    bar: `≤ ${frameBarMs} ms`,
    met: ms <= frameBarMs,
  };
}

async function firstFrameMs(): Promise<number> {
  const home = mkdtempSync(join(tmpdir(), "inquest-bench-"));
  const line = `stty cols 100 rows 30; exec ${process.execPath} bin/run.js investigate "${question}"`;
  const startedAt = performance.now();
  // Debian's script(1) gives the command a terminal.
  const terminal = spawn("script", ["-qfc", line, "/dev/null"], {
    stdio: ["ignore", "pipe", "ignore"],
    detached: true,
    env: { ...process.env, HOME: home, TERM: "xterm" },
  });
  const ended = new Promise((resolve) => terminal.once("exit", resolve));
  let shown = "";
  for await (const text of terminal.stdout) {
    shown += text;
    if (shown.includes(question)) break;
  }
  const ms = performance.now() - startedAt;
  process.kill(-terminal.pid!, "SIGKILL");
  await ended;
  rmSync(home, { recursive: true, force: true });
  return ms;
}

/** Both are run in turn, so that whatever else the machine does hits both alike. */
function startRow({ what, args, bar }: (typeof starts)[number]): BenchRow {
  const bare: number[] = [];
  const own: number[] = [];
  for (let round = 0; round < rounds; round++) {
    bare.push(timeMs(["-e", "0"]));
    own.push(timeMs(args));
  }
  const ratio = median(own) / median(bare);
  return {
    what,
    measured: `${median(own).toFixed(0)} ms, ${ratio.toFixed(2)}×`,
    peer: `node -e 0: ${median(bare).toFixed(0)} ms`,
    bar: `≤ ${bar}×`,
    met: ratio <= bar,
  };
}

function timeMs(args: string[]): number {
  const startedAt = performance.now();
  const { status, stderr } = spawnSync(process.execPath, args);
  if (status !== 0) throw new Error(`${args.join(" ")} ended with ${status}: ${stderr}`);
  return performance.now() - startedAt;
}
