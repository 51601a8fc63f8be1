import type { PathEnd, PathQuestion } from "../../../src/contract/reading.ts";
import type { Asked, Outcome } from "./factual.ts";
import { hostWord, hostWords } from "./hosts.ts";
import { asList, isFull, isObject, isSameSet, weigh } from "./lists.ts";
import { plain } from "./values.ts";

/** The parts of a path score and their weights. */
export const pathWeights = { from: 0.35, to: 0.35, mode: 0.2, constraints: 0.1 };

/** Modes that earn half against each other. */
const likeModes: readonly string[] = ["find", "exists", "shortest"];

type GivenEnd = PathEnd | null | undefined;

const endOf = (end: GivenEnd): PathEnd => (isObject(end) ? end : { kind: "any" });

/** Names and tag values of an end, without a name that only repeats its kind. */
const wordsOf = ({ kind, name, tags }: PathEnd) =>
  [...hostWords(name, tags)].filter((word) => word !== plain(kind));

const isSameNode = (want: PathEnd, got: PathEnd) =>
  plain(want.kind) === plain(got.kind) && isSameSet(wordsOf(want), wordsOf(got));

/** The account of an end; one that only restates the privilege is none. */
function accountOf({ priv, user }: PathEnd): string {
  const account = plain(user);
  const isPrivileged = priv === "root" || priv === "admin";
  return isPrivileged && /^(root|administrator)$/.test(account) ? "" : account;
}

function isSameEnd(want: PathEnd, got: PathEnd): boolean {
  if (!isSameNode(want, got) || accountOf(want) !== accountOf(got)) return false;
  if (want.host && hostWord(want.host) !== hostWord(got.host)) return false;
  return (want.priv ?? "any") === "any" || want.priv === got.priv;
}

/** The names of nodes written `kind:name` or `name`. */
const nodeNames = (nodes: string[] | undefined) =>
  asList(nodes).map((node) => plain(node).replace(/^[a-z]+:/, ""));

/** Constraints count as one; where none is wanted, any do. */
function hasSameConstraints(want: PathQuestion, got: PathQuestion): boolean {
  const avoid = nodeNames(want.avoid);
  const via = nodeNames(want.via);
  if (!want.max_hops && avoid.length === 0 && via.length === 0) return true;
  return (
    Number(want.max_hops ?? 0) === Number(got.max_hops ?? 0) &&
    isSameSet(avoid, nodeNames(got.avoid)) &&
    isSameSet(via, nodeNames(got.via))
  );
}

function modeScore(want: string, got: string): number {
  if (want === got) return 1;
  return likeModes.includes(want) && likeModes.includes(got) ? 0.5 : 0;
}

const failed: Outcome = { score: 0, pass: false, parts: {} };

/** Scores a question about a path: both ends, the mode and the constraints; swapped ends score 0. */
export function scorePath({ question, reading }: Asked): Outcome {
  const want = question.expects.path;
  const got = reading.path;
  if (!want || !got) return failed;
  const wanted = { from: endOf(want.from), to: endOf(want.to) };
  const given = { from: endOf(got.from), to: endOf(got.to) };
  const isStraight = isSameNode(wanted.from, given.from) && isSameNode(wanted.to, given.to);
  const isSwapped = isSameNode(wanted.from, given.to) && isSameNode(wanted.to, given.from);
  if (!isStraight && isSwapped) return failed;
  const parts = {
    from: Number(isSameEnd(wanted.from, given.from)),
    to: Number(isSameEnd(wanted.to, given.to)),
    mode: modeScore(want.mode, got.mode),
    constraints: Number(hasSameConstraints(want, got)),
  };
  const score = weigh(parts, pathWeights);
  return { score, pass: isFull(score), parts };
}
