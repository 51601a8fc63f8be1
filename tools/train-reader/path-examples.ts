import type { Annotated } from "../../src/brain/questions/annotate/annotate.ts";
import { wordingOf } from "../../src/brain/questions/decisions/fixed-condition.ts";
import { areRivals, findMentions } from "../../src/brain/questions/paths/find-mentions.ts";
import { leaderOf } from "../../src/brain/questions/paths/join-mentions.ts";
import type { Mention } from "../../src/brain/questions/paths/mention.ts";
import {
  modeOptions,
  openEndOptions,
  type Part,
  partOptions,
  privilegeOptions,
} from "../../src/brain/questions/paths/path-options.ts";
import type { PathEnd } from "../../src/contract/reading.ts";
import type { Expected } from "./bank.ts";
import type { ChoiceExample } from "./learn.ts";
import { pick } from "./pick.ts";
import { hostWords } from "./scoring/hosts.ts";

const words = (...values: (string | null | undefined)[]): Set<string> =>
  hostWords(
    values.filter((value) => value != null),
    {},
  );

const nodeName = (node: string) => node.replace(/^[a-z]+:/, "");

const textsOf = ({ name, tags }: Mention) => [name, ...Object.values(tags ?? {})];

/** Whether a mention is, or belongs to, an end of the label; `hasRival`: its word may also be another mention. */
function isOf(end: PathEnd, mention: Mention, hasRival: boolean): boolean {
  if (mention.kinds[0] === "internet") return end.kind === "internet";
  const names = words(end.name, end.host, end.user);
  const tags = hostWords([], end.tags ?? {});
  const wanted = !hasRival ? new Set([...names, ...tags]) : mention.tags ? tags : names;
  return [...words(...textsOf(mention))].some((word) => wanted.has(word));
}

/** The part that a mention has by the label. */
function partOf(
  { path }: Expected,
  mention: Mention,
  { placed, hasRival }: { placed: (Part | null)[]; hasRival: boolean },
): Part | null {
  if (!path) return null;
  const names = words(...textsOf(mention));
  const isAmong = (nodes: string[] | undefined) =>
    (nodes ?? []).some((node) =>
      [...words(nodeName(String(node)))].some((word) => names.has(word)),
    );
  const kindFor = (end: PathEnd) => {
    const isPlace = words(end.host).has([...names][0] ?? "") && end.kind !== "host";
    const wanted = isPlace ? "host" : end.kind;
    return mention.kinds.find((kind) => kind === wanted) ?? mention.kinds[0] ?? "any";
  };
  const other = mention.kinds.includes("edge")
    ? "edge"
    : (mention.kinds.find((kind) => kind === "group") ?? mention.kinds[0] ?? "any");
  if (isAmong(path.avoid)) return { role: "avoid", kind: other };
  if (isAmong(path.via)) return { role: "via", kind: other };
  const isFrom = isOf(path.from, mention, hasRival);
  const isTo = isOf(path.to, mention, hasRival);
  // A name of both ends begins the path where it comes first.
  if (isFrom && !(isTo && placed.some((one) => one?.role === "from"))) {
    return mention.kinds.includes("edge") && mention.kinds.length === 1
      ? null
      : { role: "from", kind: kindFor(path.from) };
  }
  return isTo ? { role: "to", kind: kindFor(path.to) } : null;
}

/** The decisions about paths that a question teaches. */
export function pathChoices(question: Annotated, expects: Expected): ChoiceExample[] {
  const { path } = expects;
  if (!path) return [];
  const wording = wordingOf(question);
  const examples = pick("mode", modeOptions(question, wording), (mode) => mode === path.mode);
  const all = findMentions(question);
  // What is joined with a mention has that one's part, and there is nothing to decide.
  const mentions = all.filter((span) => !leaderOf(question, all, span));
  const previous: (Part | null)[] = [];
  const places: { from: number | null; to: number | null } = { from: null, to: null };
  for (const span of mentions) {
    const hasRival = mentions.some((other) => areRivals(span, other));
    const joined = all.filter((other) => leaderOf(question, all, other) === span);
    const right =
      [span, ...joined]
        .map(({ value }) => partOf(expects, value, { placed: previous, hasRival }))
        .find((part) => part !== null) ?? null;
    const context = {
      mode: path.mode,
      previous: [...previous],
      total: mentions.length,
      hasRival,
    };
    examples.push(
      ...pick(
        "part",
        partOptions(question, span, context),
        (part) => part?.role === right?.role && part?.kind === right?.kind,
      ),
    );
    if (right?.role === "from" || right?.role === "to") places[right.role] ??= span.start;
    previous.push(right);
  }
  for (const side of ["from", "to"] as const) {
    const end = path[side];
    if (places[side] === null) {
      examples.push(
        ...pick(
          "open end",
          openEndOptions(question, wording, { side, mode: path.mode }),
          (kind) => kind === end.kind,
        ),
      );
    }
    const options = privilegeOptions(question, wording, { side, at: places[side], kind: end.kind });
    examples.push(...pick("privilege", options, (level) => level === (end.priv ?? "any")));
  }
  return examples;
}
