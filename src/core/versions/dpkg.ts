import { compareDigits } from "./order.ts";

/** The order of Debian versions (deb-version(7)): epoch, upstream version, revision. */
export function compareDpkg(left: string, right: string): number {
  const a = parse(left);
  const b = parse(right);
  return (
    compareDigits(a.epoch, b.epoch) ||
    compareParts(a.upstream, b.upstream) ||
    compareParts(a.revision, b.revision)
  );
}

function parse(version: string) {
  const [, epoch = "", rest = ""] = /^(?:(\d*):)?(.*)$/s.exec(version.trim()) ?? [];
  const dash = rest.lastIndexOf("-");
  return dash < 0
    ? { epoch, upstream: rest, revision: "" }
    : { epoch, upstream: rest.slice(0, dash), revision: rest.slice(dash + 1) };
}

/** Runs of other characters and of digits in turn. */
function compareParts(left: string, right: string): number {
  let [a, b] = [left, right];
  while (a !== "" || b !== "") {
    const [textA, textB] = [/^\D*/.exec(a)?.[0] ?? "", /^\D*/.exec(b)?.[0] ?? ""];
    const order = compareNonDigits(textA, textB);
    if (order !== 0) return order;
    [a, b] = [a.slice(textA.length), b.slice(textB.length)];
    const [digitsA, digitsB] = [/^\d*/.exec(a)?.[0] ?? "", /^\d*/.exec(b)?.[0] ?? ""];
    const byValue = compareDigits(digitsA, digitsB);
    if (byValue !== 0) return byValue;
    [a, b] = [a.slice(digitsA.length), b.slice(digitsB.length)];
  }
  return 0;
}

function compareNonDigits(left: string, right: string): number {
  for (let at = 0; at < Math.max(left.length, right.length); at += 1) {
    const order = weight(left, at) - weight(right, at);
    if (order !== 0) return order;
  }
  return 0;
}

/** `~` sorts before the end, the end before letters, letters before everything else. */
function weight(text: string, at: number): number {
  const character = text[at];
  if (character === undefined) return 0;
  if (character === "~") return -1;
  const code = character.charCodeAt(0);
  return /[A-Za-z]/.test(character) ? code : code + 256;
}
