import {
  type PathEnd,
  type PathEndKind,
  type PathMode,
  pathModes,
} from "../../../contract/reading.ts";
import type { Annotated } from "../annotate/annotate.ts";
import { near, stemAt, wordAt } from "../decisions/around.ts";
import type { Wording } from "../decisions/fixed-condition.ts";
import type { Span } from "../model/types.ts";
import { stem } from "../text/stem.ts";
import type { Option } from "../weights/choice.ts";
import { feature, hashText } from "../weights/hash.ts";
import { kindNouns } from "./find-mentions.ts";
import type { Mention, MentionKind } from "./mention.ts";

const id = (name: string) => hashText(`path ${name}`);
const names = {
  bias: id("bias"),
  word: id("word"),
  pair: id("pair"),
  gap: id("gap"),
  opening: id("opening"),
  noun: id("noun"),
};

function worded<T>(value: T, own: number, wording: Wording): Option<T> {
  const features = [feature(names.bias, own)];
  for (const one of wording.single) features.push(feature(names.word, own, one));
  for (const one of wording.pairs) features.push(feature(names.pair, own, one));
  for (const one of wording.gaps) features.push(feature(names.gap, own, one));
  return { value, features };
}

/** What is asked about paths. */
export function modeOptions(question: Annotated, wording: Wording): Option<PathMode>[] {
  return pathModes.map((mode) => {
    const own = hashText(`mode ${mode}`);
    const option = worded(mode, own, wording);
    const [first, second] = [wordAt(question, 0), wordAt(question, 1)];
    option.features.push(
      feature(names.opening, own, first),
      feature(names.opening, own, first, second),
    );
    return option;
  });
}

export type Role = "from" | "to" | "via" | "avoid";

/** The part that a mention has in the question about paths; null for none. */
export interface Part {
  role: Role;
  kind: MentionKind;
}

const part = (name: string) => hashText(`part ${name}`);
const parts = {
  bias: part("bias"),
  mode: part("mode"),
  before: part("before"),
  two: part("two before"),
  three: part("three before"),
  after: part("after"),
  afterTwo: part("two after"),
  place: part("place"),
  previous: part("previous"),
  own: part("own"),
  left: part("left"),
  right: part("right"),
};

const leavingOut = new Set(
  "without avoid except excluding bypass not no minus lose remove revoke gone disable delete instead skip bar unless down off out away besides never retire unplug close shut block decommission pull drop ignore forget dodge patch aside apart other steer clear disregard unavailable offline neither nor ban forbid prohibit circumvent sidestep evade omit w/o"
    .split(" ")
    .map(stem),
);

/** Whether a question speaks of doing without something. */
export const isAvoiding = ({ tokens }: Annotated): boolean =>
  tokens.some((token) => leavingOut.has(token.stem));

/** The parts that a mention may have; `previous` are those of the mentions before it. */
export function partOptions(
  question: Annotated,
  { start, end, value }: Span<Mention>,
  context: { mode: PathMode; previous: (Part | null)[]; total: number; hasRival: boolean },
): Option<Part | null>[] {
  const sort = hashText(
    `${value.kinds.join()} ${value.tags ? "tag" : ""} ${context.hasRival} ${question.classes[start]}`,
  );
  const mode = hashText(context.mode);
  const before = wordAt(question, start - 1);
  const two = wordAt(question, start - 2);
  const last = context.previous.at(-1);
  const previous = hashText(
    context.previous
      .map((one) => (one ? `${one.role} ${one.kind}` : "none"))
      .slice(-2)
      .join(),
  );
  const ordinal = feature(Math.min(context.previous.length, 3), Math.min(context.total, 4));
  const left = question.stems.slice(Math.max(0, start - 5), start);
  const right = question.stems.slice(end, end + 5);
  const option = (chosen: Part | null): Option<Part | null> => {
    const own = hashText(chosen ? `${chosen.role} ${chosen.kind}` : "none");
    const role = hashText(chosen?.role ?? "none");
    return {
      value: chosen,
      features: [
        feature(parts.bias, own, sort),
        feature(parts.bias, own, hashText(value.kinds.join())),
        feature(parts.before, own, before, hashText(value.kinds.join())),
        feature(parts.mode, own, mode),
        feature(parts.mode, role, mode, ordinal),
        feature(parts.before, own, before),
        feature(parts.before, role, before),
        feature(parts.before, role, before, mode),
        feature(parts.two, role, before, two),
        feature(parts.three, role, two, wordAt(question, start - 3)),
        feature(parts.after, role, wordAt(question, end)),
        feature(parts.after, own, wordAt(question, end)),
        feature(parts.after, role, wordAt(question, end), mode),
        feature(parts.afterTwo, role, wordAt(question, end), wordAt(question, end + 1)),
        feature(parts.place, role, ordinal),
        feature(parts.previous, role, previous),
        feature(parts.previous, role, hashText(last ? last.role : "none"), near(start)),
        feature(parts.own, own, stemAt(question, start)),
        ...left.map((one) => feature(parts.left, role, one)),
        ...right.map((one) => feature(parts.right, role, one)),
      ],
    };
  };
  const isLeftOut = context.mode === "what_if" || isAvoiding(question);
  const roles: Role[] = isLeftOut ? ["from", "to", "via", "avoid"] : ["from", "to", "via"];
  const options = value.kinds.flatMap((kind) =>
    (kind === "edge" ? roles.slice(2) : roles).map((role) => option({ role, kind })),
  );
  // An account that is named is never left out of the answer.
  const isAccount = value.host !== null || question.classes[start] === "<user>";
  return isAccount ? options : [option(null), ...options];
}

const openKinds: PathEndKind[] = [
  "any",
  "internet",
  "user",
  "host",
  "group",
  "key",
  "container",
  "service",
  "credential",
];

/** What an end is that no name is given for: anything, or anything of a kind. */
export function openEndOptions(
  question: Annotated,
  wording: Wording,
  { side, mode }: { side: "from" | "to"; mode: PathMode },
): Option<PathEndKind>[] {
  const asked = hashText(`${side} ${mode}`);
  const nouns = question.tokens.flatMap((token, at) => {
    const kind = kindNouns[token.stem];
    return kind && question.classes[at] === null ? [{ kind, at }] : [];
  });
  return openKinds.map((kind) => {
    const option = worded(kind, hashText(`${side} ${kind}`), wording);
    option.features.push(feature(names.bias, hashText(`${side} ${kind}`), hashText(mode)));
    // "which machines", "our users": whichever kind it is, such words name the end alike.
    const own = nouns.filter((noun) => noun.kind === kind);
    own.forEach(({ at }, index) => {
      option.features.push(
        feature(names.noun, asked, near(at)),
        feature(names.noun, asked, hashText("before"), wordAt(question, at - 1)),
        feature(names.noun, asked, hashText("after"), wordAt(question, at + 1)),
        feature(names.noun, hashText(side), wordAt(question, at - 1), wordAt(question, at - 2)),
        feature(names.noun, asked, hashText("nth"), nouns.indexOf(own[index]!)),
      );
    });
    if (own.length === 0) {
      option.features.push(feature(names.noun, asked, hashText("none"), nouns.length > 0 ? 1 : 0));
    }
    return option;
  });
}

export type Privilege = NonNullable<PathEnd["priv"]>;
const levels: Privilege[] = ["any", "user", "admin", "root"];

/** The privilege that is had, or wanted, at an end. */
export function privilegeOptions(
  question: Annotated,
  wording: Wording,
  { side, at, kind }: { side: "from" | "to"; at: number | null; kind: PathEndKind },
): Option<Privilege>[] {
  return levels.map((level) => {
    const own = hashText(`${side} ${level}`);
    const option = worded(level, own, wording);
    option.features.push(feature(names.bias, own, hashText(kind)));
    if (at !== null) {
      const close = [-4, -3, -2, -1, 1, 2, 3].map((away) => stemAt(question, at + away));
      option.features.push(
        ...close.map((one) => feature(parts.own, own, one)),
        feature(parts.before, own, stemAt(question, at - 1), stemAt(question, at - 2)),
      );
    }
    return option;
  });
}
