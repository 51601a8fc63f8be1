import type { FollowUp, Reading } from "../../../contract/reading.ts";
import type { Annotated } from "../annotate/annotate.ts";
import type { Previous } from "../model/previous.ts";
import { composeFacts, everyRow, type Refining } from "./compose-facts.ts";
import type { Ask } from "./find-ask.ts";

/** The rows with the time they record, the earliest first. */
function sinceWhen(refining: Refining): Reading {
  const { before, parts } = refining;
  const kind = parts.vocabulary.kinds.get(before.tables[0] ?? "");
  if (!kind || before.route[0] !== "facts" || before.parts) return before;
  if (before.absent) return before;
  // What is as old as earlier runs show is rows, not their number.
  if (!kind.timeField) {
    const { type } = before.aggregate;
    return type === "count" || type === "exists"
      ? composeFacts(refining, kind, { aggregate: { type: "none", fields: [] } })
      : before;
  }
  const field = kind.timeField;
  const show = kind.show.includes(field) ? kind.show : [...kind.show, field];
  return composeFacts(
    refining,
    { ...kind, show },
    {
      aggregate: { type: "top_n", fields: [field], n: everyRow, order: "asc" },
    },
  );
}

/** The rows that the answers before left out. */
function theRest({ before, ...refining }: Refining, { rows }: Previous): Reading {
  const { aggregate, parts } = before;
  if (before.path) return { ...before, path: { ...before.path, mode: "all" } };
  const kind = refining.parts.vocabulary.kinds.get(before.tables[0] ?? "");
  if (!kind || parts || before.route[0] !== "facts" || !rows) return before;
  if (aggregate.n === undefined) {
    return { ...before, sql: before.sql.map((sql) => sql.replace(/ LIMIT \d+$/, "")) };
  }
  const again = { ...refining, before };
  return composeFacts(again, kind, { aggregate: { ...aggregate, n: everyRow } });
}

/** An answer with all of its rows is shown again, as a whole. */
function rowsToSkip({ aggregate }: Reading, { rows }: Previous): number {
  if (!rows) return 0;
  const { before, shown, after } = rows;
  const isCut = after > 0 || (aggregate.n !== undefined && aggregate.n !== everyRow);
  return isCut ? before + shown : before;
}

/** The question before, asked again for what the follow-up wants to know of its answer. */
export function askAgain(
  refining: Refining,
  question: Annotated,
  { ask, previous }: { ask: Ask; previous: Previous },
): Reading {
  const follow_up: FollowUp = { question: previous.query, asks: ask };
  const { before } = refining;
  switch (ask) {
    case "why":
      return { ...before, follow_up };
    case "since_when":
      return { ...sinceWhen(refining), follow_up };
    case "changes": {
      const since = question.times[0]?.value.window;
      return { ...before, follow_up: { ...follow_up, ...(since ? { since } : {}) } };
    }
    case "rest": {
      const isAll = question.tokens.some(({ lower }) => lower === "all" || lower === "everything");
      return {
        ...theRest(refining, previous),
        follow_up: { ...follow_up, skip: isAll ? 0 : rowsToSkip(before, previous) },
      };
    }
  }
}
