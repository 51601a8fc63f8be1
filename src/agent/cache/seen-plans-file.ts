import { readFileSync } from "node:fs";
import { writeDurablySync, writeSynced } from "../../core/write-durably.ts";
import { createSeenPlans, type SeenEntry, type SeenPlans } from "../seen-plans.ts";

/** Obsolete lines after which the file is rewritten. */
const maxObsoleteLines = 1_000;

/**
 * Plan ids in a file, one per line. A line is on disk before `add` returns, so that no plan runs
 * twice even after a crash; an incomplete line belongs to a plan that did not run.
 */
export function openSeenPlans(path: string): SeenPlans {
  const text = readText(path);
  const before = text.split("\n").flatMap((line) => parseLine(line) ?? []);
  const seen = createSeenPlans(before);
  let lines = before.length;
  // An incomplete last line, after a crash or on a full disk, must not merge with the next one.
  let isIncomplete = text !== "" && !text.endsWith("\n");

  function append(entry: SeenEntry): void {
    const start = isIncomplete ? "\n" : "";
    isIncomplete = true;
    writeSynced(path, `${start}${formatLine(entry)}`, { flags: "a" });
    isIncomplete = false;
    lines += 1;
  }

  function compact(): void {
    const entries = seen.entries();
    if (lines <= maxObsoleteLines + 2 * entries.length) return;
    // Reset even if the rewrite fails, so that a full disk is not tried again at each plan.
    lines = entries.length;
    try {
      writeDurablySync(path, entries.map(formatLine).join(""), { temporaryPath: `${path}.tmp` });
    } catch {
      // The old file is complete; it only keeps growing.
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
