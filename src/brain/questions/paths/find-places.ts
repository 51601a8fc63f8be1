import type { Annotated } from "../annotate/annotate.ts";
import type { ScopeMention } from "../annotate/find-scopes.ts";
import type { Span, Token } from "../model/types.ts";
import { bareMention, type Mention, privileged, privilegeOf } from "./mention.ts";

/** "root on db-1", "admin on any prod host": the privilege that is named with a place. */
function privilegeBefore({ tokens }: Annotated, start: number): Mention["priv"] {
  const article = /^(?:any|the|a|an|all|every|some|our)$/.test(tokens[start - 1]?.lower ?? "")
    ? 1
    : 0;
  const account = tokens[start - 2 - article]?.lower ?? "";
  const isOn = /^(?:on|of|at)$/.test(tokens[start - 1 - article]?.lower ?? "");
  return isOn && privileged.test(account) ? privilegeOf(account) : null;
}

const machine =
  /^(?:hosts?|machines?|servers?|box|boxes|systems?|computers?|pcs?|nodes?|instances?|vms?|segment|network|vlan|subnet)$/;

/** "admin on db-1", "which accounts": what everybody calls so is a group of hosts only beside machines: "the admin hosts". */
const isOrdinary = (tokens: Token[], { start, end }: Span<ScopeMention>): boolean =>
  end - start === 1 &&
  (privileged.test(tokens[start]?.lower ?? "") ||
    /^(?:user|account|group)$/.test(tokens[start]?.stem ?? "")) &&
  !machine.test(tokens[end]?.lower ?? "");

/** What is said between two parts of one place: "prod databases", "laptops in Leeds". */
const withinPlace =
  /^(?:(?:hosts?|machines?|servers?|box|boxes|systems?|computers?|pcs?|nodes?|instances?|vms?) )?(?:in|at|of) (?:the |our )?$/;

/** Hosts, and groups of them: tags that stand together are one group. */
export function findPlaces(question: Annotated): Span<Mention>[] {
  const { tokens, scopes } = question;
  const places: Span<Mention>[] = [];
  const known = scopes.filter(
    (span) =>
      span.value.source !== "unknown" &&
      !isOrdinary(tokens, span) &&
      !isGuessed(span, scopes) &&
      !isGroupName(tokens, span),
  );
  for (const { start, end, value } of known) {
    const { type, name, key } = value;
    const last = places.at(-1);
    if (last && start < last.end) continue;
    const between = tokens.slice(last?.end, start).map(({ lower }) => `${lower} `);
    const isOne = between.length === 0 || withinPlace.test(between.join(""));
    if (type === "tag" && last?.value.tags && isOne && !(key in last.value.tags)) {
      // "the claims application", "the sage server": the noun adds no condition.
      const isNoun = name in last.value.tags || machine.test(tokens[start]?.lower ?? "");
      if (!isNoun) last.value.tags[key] = name;
      last.end = end;
      continue;
    }
    const place = {
      ...bareMention,
      kinds: ["host" as const],
      priv: privilegeBefore(question, start),
    };
    const own = type === "host" ? { ...place, name } : { ...place, tags: { [key]: name } };
    places.push({ start, end, value: own });
  }
  return places;
}

/** "the group Helpdesk-L1": what looks like a host's name is called a group. */
const isGroupName = (tokens: Token[], { start, end, value }: Span<ScopeMention>): boolean =>
  value.source === "shape" &&
  (tokens[start - 1]?.lower === "group" || tokens[end]?.lower === "group");

/** A name that only looks like a host's, where the fleet has a tag of that name. */
const isGuessed = ({ start, value }: Span<ScopeMention>, scopes: Span<ScopeMention>[]): boolean =>
  value.source === "shape" &&
  scopes.some((other) => other.start === start && other.value.type === "tag");
