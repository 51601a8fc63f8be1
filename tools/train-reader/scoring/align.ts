import type { BankQuestion, Expected } from "../bank.ts";
import { hostColumn } from "./columns.ts";
import { type Condition, conditionsOf } from "./conditions.ts";
import { type FilterContext, isSameCondition } from "./filters.ts";
import { hostWords } from "./hosts.ts";
import type { NormalReading } from "./normal-reading.ts";
import { timeFieldOf } from "./vocabulary.ts";
import { sameWindow } from "./windows.ts";

/** What one side says of the rows, hosts and time that are meant. */
export interface Side {
  filters: Condition[];
  hosts: Set<string>;
  window: string | null;
}

/** A label and a reading in comparable form, with what the comparison depends on. */
export interface Aligned {
  want: Side;
  got: Side;
  context: FilterContext;
}

const duration = /^\+?\d+(\.\d+)?\s*[a-z]+$/;

/** The windows that a filter on a time field may stand for. */
function windowsOf({ family, values: [text = ""] }: Condition): string[] {
  if (family === "select") return [text];
  const bare = text
    .replace(/^now\s*/, "")
    .replace(/\s*ago$/, "")
    .replace(/^-\s*/, "")
    .replace(/^\+\s*/, "+");
  const isDuration = duration.test(bare);
  if (family === "above") {
    return isDuration || bare.startsWith("since:") ? [bare] : [`since:${bare}`];
  }
  return family === "below" && isDuration ? [`>${bare}`, `+${bare.replace("+", "")}`] : [];
}

/** The side with a filter on the time field as its window, where only the other side has one. */
function withLiftedWindow(side: Side, other: Side, timeColumns: ReadonlySet<string>): Side {
  if (side.window || !other.window) return side;
  const isNow = ({ values }: Condition) => values[0] === "now";
  const timed = side.filters.filter(({ column }) => timeColumns.has(column));
  const windows = timed.filter((condition) => !isNow(condition)).flatMap(windowsOf);
  const window = windows.find((one) => sameWindow(other.window, one)) ?? windows[0];
  if (window === undefined) return side;
  const isUsed = (condition: Condition) =>
    timed.includes(condition) && (isNow(condition) || windowsOf(condition).includes(window));
  return { ...side, window, filters: side.filters.filter((condition) => !isUsed(condition)) };
}

const namesHosts = ({ column, family }: Condition) => column === hostColumn && family === "select";

/** A host, tag or platform as a filter and the same word in `hosts` say one thing. */
function liftHosts({ want, got, context }: Aligned): Aligned {
  const isHeld = (condition: Condition) =>
    !namesHosts(condition) ||
    want.filters.some((other) => isSameCondition(other, condition, context));
  const hosts = new Set(got.hosts);
  const lifted = got.filters.filter((condition) => !isHeld(condition));
  for (const word of lifted.flatMap(({ values }) => values)) hosts.add(word);
  const kept = got.filters.filter((condition) => !lifted.includes(condition));
  const isUnmet = (condition: Condition) => {
    const isMatched = kept.some((other) => isSameCondition(condition, other, context));
    if (!namesHosts(condition) || isMatched) return true;
    const isGiven = condition.values.every((word) => hosts.has(word) && !want.hosts.has(word));
    if (isGiven) for (const word of condition.values) hosts.delete(word);
    return !isGiven;
  };
  return {
    want: { ...want, filters: want.filters.filter(isUnmet) },
    got: { ...got, filters: kept, hosts },
    context,
  };
}

const inclusiveWording = new RegExp(
  [
    "\\b(and|or) (up|upwards|above|over|more|higher|later|newer|below|under|less|fewer|lower|older|earlier|down)\\b",
    "\\bat (least|most)\\b|\\bno (more|less|fewer) than\\b|\\bup to\\b(?! date)",
    "\\b(minimum|maximum|inclusive)\\b|[<>]=|[≤≥]|\\d\\+",
  ].join("|"),
  "i",
);

function contextOf(question: BankQuestion, expects: Expected, { tables }: NormalReading) {
  const [mainTable = null] = expects.tables;
  const isMain = mainTable !== null && tables.includes(mainTable);
  const alternative = isMain ? undefined : expects.tables_alt?.find((one) => tables.includes(one));
  return {
    mainTable,
    alternative: alternative ?? null,
    yesNo: expects.aggregate.type === "exists" || question.style.includes("yesno"),
    inclusiveWording: inclusiveWording.test(question.question),
  };
}

/** What is expected and what was read, in comparable form. */
export function align(question: BankQuestion, expects: Expected, reading: NormalReading): Aligned {
  const context = contextOf(question, expects, reading);
  const want: Side = {
    filters: conditionsOf(expects.filters, context.mainTable),
    hosts: hostWords(expects.hosts.names, expects.hosts.tags),
    window: expects.time_window,
  };
  const got: Side = {
    filters: conditionsOf(reading.filters, reading.tables[0] ?? null),
    hosts: hostWords(reading.hosts, reading.tags),
    window: reading.time_window,
  };
  const timeFields = [...expects.tables, ...reading.tables].flatMap(
    (one) => timeFieldOf(one) ?? [],
  );
  const timeColumns = new Set(["time", ...timeFields]);
  const liftedGot = withLiftedWindow(got, want, timeColumns);
  const liftedWant = withLiftedWindow(want, liftedGot, timeColumns);
  return liftHosts({ want: liftedWant, got: liftedGot, context });
}
