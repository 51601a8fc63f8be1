import { readFileSync } from "node:fs";
import { createSeenPlans, type SeenEntry, type SeenPlans } from "../seen-plans.ts";
import { replaceFile, writeSynced } from "./write-synced.ts";

/** Lines beyond those that count, after which the file is written anew. */
const slackLines = 1_000;

/**
 * Plans remembered in a file, a line each, which is on disk before `add` returns: no plan runs
 * twice, however the agent ends. A line that is torn is of a plan that didn't run.
 */
export function openSeenPlans(path: string): SeenPlans {
  const text = readText(path);
  const before = text.split("\n").flatMap((line) => parseLine(line) ?? []);
  const seen = createSeenPlans(before);
  let lines = before.length;
  // What a crash or a full disk cut off must not run into the next line.
  let isTorn = text !== "" && !text.endsWith("\n");

  function append(entry: SeenEntry): void {
    const start = isTorn ? "\n" : "";
    isTorn = true;
    writeSynced(path, `${start}${formatLine(entry)}`, "a");
    isTorn = false;
    lines += 1;
  }

  function compact(): void {
    const entries = seen.entries();
    if (lines <= slackLines + 2 * entries.length) return;
    // Counted anew even if it fails, so that a full disk isn't written to at each plan.
    lines = entries.length;
    try {
      replaceFile(path, entries.map(formatLine).join(""));
    } catch {
      // The file goes on growing, and holds all that it should.
    }
  }

  return {
    has: seen.has,
    add(planId, plan) {
      append([planId, plan.expiresMs]);
      seen.add(planId, plan);
      compact();
    },
  };
}

const formatLine = (entry: SeenEntry) => `${JSON.stringify(entry)}\n`;

function parseLine(line: string): SeenEntry[] | null {
  try {
    const [planId, expiresMs] = JSON.parse(line) as unknown[];
    return typeof planId === "string" && typeof expiresMs === "number"
      ? [[planId, expiresMs]]
      : null;
  } catch {
    return null;
  }
}

function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return "";
    throw error;
  }
}
