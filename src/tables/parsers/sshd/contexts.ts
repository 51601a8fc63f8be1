import type { Setting, Settings } from "./effective.ts";
import type { Criterion } from "./match.ts";
import type { Directive, ParsedSshdConfig } from "./parse.ts";

/** A setting that a Match block changes for the connections it matches. */
export interface ContextSetting {
  /** "User root Address 10.0.0.0/8". */
  match: string;
  option: string;
  setting: Setting;
}

const textOf = ({ attribute, argument }: Criterion) => `${attribute} ${argument}`;

/**
 * The settings of each Match block, for options that any block changes from the global value. If a
 * connection matches two blocks the first wins, so a block that repeats the global value can still
 * override a later one. Blocks that an earlier block always overrides (its criteria are a subset of
 * theirs) are left out.
 */
export function contextSettings(parsed: ParsedSshdConfig, globals: Settings): ContextSetting[] {
  const settings: { criteria: Set<string>; option: string; setting: Setting }[] = [];
  for (const entry of parsed) {
    if ("unreadable" in entry || entry.criteria === null) continue;
    const criteria = new Set(entry.criteria.map(textOf));
    const option = entry.spec.name;
    const overriding = settings.find(
      (earlier) => earlier.option === option && isSubset(earlier.criteria, criteria),
    );
    if (!overriding) settings.push({ criteria, option, setting: settingOf(entry) });
    else if (overriding.criteria.size === criteria.size && addsUp(entry))
      overriding.setting.values.push(...entry.values);
  }
  const inBlocks = settings.filter(({ criteria }) => criteria.size > 0);
  const changed = new Set(
    inBlocks
      .filter(({ option, setting }) => !sameValues(setting, globals.get(option)))
      .map(({ option }) => option),
  );
  return inBlocks
    .filter(({ option }) => changed.has(option))
    .map(({ criteria, option, setting }) => ({ match: [...criteria].join(" "), option, setting }));
}

const settingOf = ({ values, source }: Directive): Setting => ({ values: [...values], source });

const addsUp = ({ spec: { kind } }: Directive) => kind.type === "list" && kind.lines === "every";

const isSubset = (inner: Set<string>, outer: Set<string>) =>
  [...inner].every((item) => outer.has(item));

const sameValues = (setting: Setting, other: Setting | undefined) =>
  other !== undefined && JSON.stringify(setting.values) === JSON.stringify(other.values);
