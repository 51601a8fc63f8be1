/**
 * Compares two versions like dpkg and rpm: the epoch before a colon, then runs of digits (by value)
 * and letters in turn; `~` sorts before everything, even the end.
 */
export function compareVersions(left: string, right: string): -1 | 0 | 1 {
  const [leftEpoch, leftRest] = splitEpoch(left);
  const [rightEpoch, rightRest] = splitEpoch(right);
  if (leftEpoch !== rightEpoch) return leftEpoch < rightEpoch ? -1 : 1;
  const leftParts = partsOf(leftRest);
  const rightParts = partsOf(rightRest);
  for (let at = 0; at < Math.max(leftParts.length, rightParts.length); at++) {
    const order = compareParts(leftParts[at], rightParts[at]);
    if (order !== 0) return order;
  }
  return 0;
}

function splitEpoch(version: string): [number, string] {
  const match = /^(\d{1,9}):(.*)$/s.exec(version);
  return match ? [Number(match[1]), match[2]!] : [0, version];
}

/** Separators only delimit parts; a leading `v` is ignored. */
const partsOf = (version: string) =>
  version
    .trim()
    .replace(/^v(?=\d)/i, "")
    .match(/\d+|[A-Za-z]+|~/g) ?? [];

function compareParts(left: string | undefined, right: string | undefined): -1 | 0 | 1 {
  if (left === right) return 0;
  if (left === "~" || right === "~") return left === "~" ? -1 : 1;
  if (left === undefined) return -1;
  if (right === undefined) return 1;
  const leftDigits = /^\d/.test(left);
  const rightDigits = /^\d/.test(right);
  // A number is newer than a word, as in rpm: 1.0.1 after 1.0rc.
  if (leftDigits !== rightDigits) return leftDigits ? 1 : -1;
  return leftDigits ? compareDigits(left, right) : left < right ? -1 : 1;
}

function compareDigits(left: string, right: string): -1 | 0 | 1 {
  const a = BigInt(left);
  const b = BigInt(right);
  return a === b ? 0 : a < b ? -1 : 1;
}
