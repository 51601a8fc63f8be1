import { compareDigits, compareText } from "../../../core/versions/order.ts";

const pattern =
  /^v?(?:(\d+)!)?(\d+(?:\.\d+)*)(?:[-_.]?(alpha|beta|preview|pre|a|b|c|rc)[-_.]?(\d*))?(?:-(\d+)|[-_.]?(post|rev|r)[-_.]?(\d*))?(?:[-_.]?(dev)[-_.]?(\d*))?(?:\+([a-z0-9]+(?:[-_.][a-z0-9]+)*))?$/;

/** Sorts after every number and letter: what is absent and newer. */
const last = "~";

/** The order of Python versions (PEP 440); a version of another form is compared as text. */
export function comparePep440(left: string, right: string): number {
  const a = parse(left);
  const b = parse(right);
  if (!a || !b) return a ? 1 : b ? -1 : compareText(left, right);
  return (
    compareDigits(a.epoch, b.epoch) ||
    compareReleases(a.release, b.release) ||
    compareText(a.phase, b.phase) ||
    compareDigits(a.preNumber, b.preNumber) ||
    compareOptional(a.post, b.post, -1) ||
    compareOptional(a.dev, b.dev, 1) ||
    compareLocal(a.local, b.local)
  );
}

const phases: Record<string, string> = {
  alpha: "a",
  beta: "b",
  c: "rc",
  pre: "rc",
  preview: "rc",
};

function parse(version: string) {
  const match = pattern.exec(version.trim().toLowerCase());
  if (!match) return null;
  const [, epoch = "", release = "", pre, preNumber = "", dash, word, post, devWord, dev, local] =
    match;
  const postNumber = dash ?? (word === undefined ? null : post || "0");
  const devNumber = devWord === undefined ? null : dev || "0";
  return {
    epoch,
    release: release.split("."),
    phase: phaseOf(pre, postNumber, devNumber),
    preNumber,
    post: postNumber,
    dev: devNumber,
    local: local === undefined ? [] : local.split(/[-_.]/),
  };
}

/** 1.0.dev1 is older than 1.0a1, which is older than 1.0. */
function phaseOf(pre: string | undefined, post: string | null, dev: string | null): string {
  if (pre !== undefined) return phases[pre] ?? pre;
  return post === null && dev !== null ? "" : last;
}

function compareReleases(a: string[], b: string[]): number {
  for (let at = 0; at < Math.max(a.length, b.length); at += 1) {
    const order = compareDigits(a[at] ?? "", b[at] ?? "");
    if (order !== 0) return order;
  }
  return 0;
}

/** `absent` is how a version without the part compares with one that has it. */
function compareOptional(a: string | null, b: string | null, absent: 1 | -1): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? absent : -absent;
  return compareDigits(a, b);
}

function compareLocal(a: string[], b: string[]): number {
  for (let at = 0; at < Math.max(a.length, b.length); at += 1) {
    const [one, other] = [a[at], b[at]];
    if (one === undefined || other === undefined) return one === undefined ? -1 : 1;
    const [digitsOne, digitsOther] = [/^\d+$/.test(one), /^\d+$/.test(other)];
    if (digitsOne !== digitsOther) return digitsOne ? 1 : -1;
    const order = digitsOne ? compareDigits(one, other) : compareText(one, other);
    if (order !== 0) return order;
  }
  return 0;
}
