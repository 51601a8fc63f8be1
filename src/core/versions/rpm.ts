import { compareDigits, compareText } from "./order.ts";

/** The order of RPM's epoch, version and release (rpm-version(7)); a missing epoch is 0. */
export function compareRpm(left: string, right: string): number {
  const a = parse(left);
  const b = parse(right);
  return (
    compareDigits(a.epoch, b.epoch) ||
    comparePart(a.version, b.version) ||
    // A constraint without a release is about every release.
    (a.release === null || b.release === null ? 0 : comparePart(a.release, b.release))
  );
}

function parse(text: string) {
  const [, epoch = "", rest = ""] = /^(?:(\d*):)?(.*)$/s.exec(text.trim()) ?? [];
  const dash = rest.lastIndexOf("-");
  return dash < 0
    ? { epoch, version: rest, release: null }
    : { epoch, version: rest.slice(0, dash), release: rest.slice(dash + 1) };
}

/** Segments of digits or letters; `~` sorts before the end, `^` after it but before any segment. */
function comparePart(left: string, right: string): number {
  const a = segmentsOf(left);
  const b = segmentsOf(right);
  for (let at = 0; at < Math.max(a.length, b.length); at += 1) {
    const order = compareSegments(a[at], b[at]);
    if (order !== 0) return order;
  }
  return 0;
}

const segmentsOf = (text: string): string[] => text.match(/\d+|[A-Za-z]+|~|\^/g) ?? [];

function compareSegments(a: string | undefined, b: string | undefined): number {
  if (a === b) return 0;
  if (a === "~" || b === "~") return a === "~" ? -1 : 1;
  if (a === undefined) return -1;
  if (b === undefined) return 1;
  if (a === "^" || b === "^") return a === "^" ? -1 : 1;
  const [digitsA, digitsB] = [/^\d/.test(a), /^\d/.test(b)];
  if (digitsA !== digitsB) return digitsA ? 1 : -1;
  return digitsA ? compareDigits(a, b) : compareText(a, b);
}
