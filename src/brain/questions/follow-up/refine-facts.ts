import type { Aggregate, Reading } from "../../../contract/reading.ts";
import type { Token } from "../model/types.ts";
import { composeFacts, type Refining } from "./compose-facts.ts";
import { findOrder } from "./find-order.ts";
import { mergeFilters } from "./merge-filters.ts";
import { beginsFollowUp } from "./phrases.ts";
import { type Said, saidAboutRows } from "./said-about-rows.ts";

const listing =
  /^(?:and )?(?:which|who|what|list|show|show me)(?: (?:ones|one|of them|them|those|these|are they|is it|are those|was it|were they))*$/;

/** "which ones?" after a count wants the rows. */
const asksForRows = (tokens: Token[]): boolean =>
  listing.test(
    tokens
      .filter(({ kind }) => kind !== "punctuation")
      .map(({ lower }) => lower)
      .join(" "),
  );

/** From this confidence on, a text that is not understood by itself is no English. */
const sure = 0.9;

/** Words alone that are nonsense by themselves: a number or a path could be a value. */
const isNonsense = ({ own }: Refining, tokens: Token[]): boolean =>
  own.behaviour === "clarify" &&
  own.confidence >= sure &&
  tokens.length > 1 &&
  tokens.every(({ kind }) => kind === "word" || kind === "punctuation");

const none: Aggregate = { type: "none", fields: [] };

/** "top 10" after "top 5 by cpu" is still by cpu. */
function aggregateAfter(before: Aggregate, { aggregate, namesField }: Said): Aggregate {
  if (aggregate.type === "none" || aggregate.type === "exists") return before;
  const isLonger = aggregate.type === "top_n" && before.type === "top_n" && !namesField;
  return isLonger ? { ...before, ...(aggregate.n ? { n: aggregate.n } : {}) } : aggregate;
}

/** The rows of the question before, narrowed, counted, ordered or cut as the follow-up says; null if it says nothing of the kind. */
export function refineFacts(refining: Refining, tokens: Token[]): Reading | null {
  const { before, parts } = refining;
  const kind = parts.vocabulary.kinds.get(before.tables[0] ?? "");
  if (!kind || before.parts || before.route[0] !== "facts") return null;
  if (asksForRows(tokens)) return composeFacts(refining, kind, { aggregate: none });
  const order = findOrder(parts.vocabulary, kind, { tokens, before: before.aggregate });
  if (order) return composeFacts(refining, kind, { aggregate: order });
  const said = saidAboutRows(refining, kind, tokens);
  // Without a word that joins it to the question before, a text with strange names is none about it.
  const isStrange = said !== null && (said.ignored.length > 0 || isNonsense(refining, tokens));
  if (!said || (isStrange && !beginsFollowUp(tokens))) return null;
  const refined = composeFacts(refining, kind, {
    filters: mergeFilters(before.filters, said.filters),
    aggregate: aggregateAfter(before.aggregate, said),
    time_window: said.time_window ?? before.time_window,
  });
  return { ...refined, ...(said.ignored.length > 0 ? { ignored: said.ignored } : {}) };
}
