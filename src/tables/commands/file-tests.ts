import { isProgram } from "../host/is-program.ts";
import type { Host } from "../host/port.ts";
import type { Outcome } from "./shell-state.ts";
import type { ShellWord } from "./shell-words.ts";

/** Folders whose files come and go, so that what holds now may not hold later. */
const passing = /^\/(?:dev|proc|run|sys|tmp|var\/(?:lock|run|tmp))\//;

interface TestUse {
  host: Host;
  isRoot: boolean;
  /** Notes a file that may be made, so that a test of it holds. */
  awaited: Set<string>;
}

/** Whether `test OPTION FILE` holds: what is tested of a file that is to come, its writer can meet. */
export function testedFile(
  option: string,
  { text: file, isPattern }: ShellWord,
  { host, isRoot, awaited }: TestUse,
): Outcome {
  if (!file) return null;
  if (isPattern) return /^-[efrsx]$/.test(option) ? true : null;
  if (option === "-x" && isProgram(host, file)) return true;
  // What other accounts can read, their rights decide.
  if (!isRoot || !file.startsWith("/") || !/^-[efrs]$/.test(option)) return null;
  try {
    const stats = host.stat(file);
    // The size of what programs write changes.
    if (option === "-f" && !stats.isFile()) return null;
    if (option === "-s" && (stats.size === 0 || !/^\/(?:etc|opt|usr)\//.test(file))) return null;
    if (!passing.test(file)) return true;
  } catch {
    // It is missing, or the row of its permissions reports why it can't be read.
  }
  awaited.add(file);
  return "made";
}

/** Whether a comparison of two texts holds. */
export function compared({ text: left }: ShellWord, sign: string, right: ShellWord): Outcome {
  if (left === null || right.text === null || right.isPattern) return null;
  if (sign === "=" || sign === "==") return left === right.text;
  if (sign === "!=") return left !== right.text;
  const numbers = [left, right.text];
  if (!/^-(?:eq|ne)$/.test(sign) || !numbers.every((one) => /^\d{1,15}$/.test(one))) return null;
  return (Number(left) === Number(right.text)) === (sign === "-eq");
}

/** "made" is false now and true once a file is made, "unmade" the other way round. */
export function negated(outcome: Outcome): Outcome {
  if (outcome === "made") return "unmade";
  if (outcome === "unmade") return "made";
  return outcome === null ? null : !outcome;
}
