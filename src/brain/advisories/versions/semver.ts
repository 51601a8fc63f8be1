import { compareDigits, compareText } from "../../../core/versions/order.ts";

/** Precedence by Semantic Versioning 2.0.0; build metadata does not count. */
export function compareSemver(left: string, right: string): number {
  const a = parse(left);
  const b = parse(right);
  for (let at = 0; at < Math.max(a.numbers.length, b.numbers.length); at += 1) {
    const order = compareDigits(a.numbers[at] ?? "", b.numbers[at] ?? "");
    if (order !== 0) return order;
  }
  return comparePrereleases(a.prerelease, b.prerelease);
}

function parse(version: string) {
  const [main = "", ...rest] = version
    .trim()
    .replace(/^[v=]+/, "")
    .split("+")[0]!
    .split("-");
  return { numbers: main.split("."), prerelease: rest.join("-") };
}

/** A version is newer than its pre-releases. */
function comparePrereleases(left: string, right: string): number {
  if (left === right) return 0;
  if (left === "" || right === "") return left === "" ? 1 : -1;
  const [a, b] = [left.split("."), right.split(".")];
  for (let at = 0; at < Math.max(a.length, b.length); at += 1) {
    const order = compareIdentifiers(a[at], b[at]);
    if (order !== 0) return order;
  }
  return 0;
}

function compareIdentifiers(a: string | undefined, b: string | undefined): number {
  if (a === undefined || b === undefined) return a === b ? 0 : a === undefined ? -1 : 1;
  const [numberA, numberB] = [/^\d+$/.test(a), /^\d+$/.test(b)];
  if (numberA !== numberB) return numberA ? -1 : 1;
  return numberA ? compareDigits(a, b) : compareText(a, b);
}
