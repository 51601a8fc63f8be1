import { spawnSync } from "node:child_process";
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

/** The built command line's starts against a bare Node. */
export async function run(): Promise<BenchRow[]> {
  return starts.map(startRow);
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
