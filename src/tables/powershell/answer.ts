import type { GapReason } from "../../contract/summary.ts";
import { type Gap, TableUnavailable } from "../host/gap.ts";
import { type Fields, filled, integer, isFields, listOf, textOr } from "./values.ts";

/** The parsed output of a script made by `powershellScript`. */
export interface Answer {
  /** Filled while the answer is read. */
  gaps: Gap[];
  /** A query's objects; throws `TableUnavailable` when it failed. */
  required(query: string): Fields[];
  /** A query's objects; when it failed, none and a gap, for `columns` or for missing rows. */
  optional(query: string, columns?: string[]): Fields[];
  /**
   * Reports a gap unless the agent is an administrator: Windows silently hides objects from others.
   */
  needsAdministrator(detail: string, columns?: string[]): void;
}

interface Failure {
  query: string;
  /** The number of errors that cost rows; 0 when the whole query failed. */
  missed: number;
  gap: Gap;
}

export function readAnswer(printed: string): Answer {
  const { seen, failures, elevated } = readEnvelope(printed);
  const gaps: Gap[] = [];
  if (printed.includes("\uFFFD"))
    gaps.push({ reason: "error", detail: "PowerShell did not print UTF-8: characters were lost" });
  const report = (gap: Gap, columns?: string[]) => gaps.push(columns ? { ...gap, columns } : gap);
  const objectsOf = (query: string, columns?: string[]) => {
    const few = failures.find((failure) => failure.query === query && failure.missed > 0);
    if (few) report({ ...few.gap, detail: `${few.gap.detail} (${few.missed} times)` }, columns);
    const values = listOf(seen[query]);
    const objects = values.filter(isFields);
    const lost = values.length - objects.length;
    if (lost > 0) report({ reason: "error", detail: `${query}: ${lost} unreadable` }, columns);
    return objects;
  };
  const whole = (query: string) =>
    failures.find((failure) => failure.query === query && failure.missed === 0) ??
    (query in seen
      ? undefined
      : { gap: { reason: "error" as const, detail: `${query}: no answer` } });
  return {
    gaps,
    required(query) {
      const failure = whole(query);
      if (failure) throw new TableUnavailable(failure.gap.reason, failure.gap.detail);
      return objectsOf(query);
    },
    optional(query, columns) {
      const failure = whole(query);
      if (!failure) return objectsOf(query, columns);
      report(failure.gap, columns);
      return [];
    },
    needsAdministrator(detail, columns) {
      if (elevated !== true) report({ reason: "denied", detail }, columns);
    },
  };
}

/** The answer is the last line: policies and scanners may print lines before it. */
function readEnvelope(printed: string) {
  const line =
    printed
      .replace(/^\uFEFF/, "")
      .trim()
      .split(/[\r\n]+/)
      .at(-1) ?? "";
  const envelope = parseJson(line);
  if (!isFields(envelope) || !isFields(envelope.seen))
    throw new TableUnavailable("error", "PowerShell printed no JSON");
  return {
    seen: envelope.seen,
    failures: listOf(envelope.failed).filter(isFields).map(describeFailure),
    elevated: envelope.elevated,
  };
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function describeFailure(fields: Fields): Failure {
  const query = textOr(fields.query, "");
  const reason = reasonOf(textOr(fields.category, ""), textOr(fields.id, ""));
  return {
    query,
    missed: Number(integer(fields.missed) ?? 0),
    gap: { reason, detail: `${query}: ${reasonTexts[reason] ?? messageOf(fields)}` },
  };
}

const reasonTexts: Partial<Record<GapReason, string>> = {
  denied: "permission denied",
  table_missing: "not found",
  timed_out: "timed out",
};

/** Localized, and of any length. */
const messageOf = (fields: Fields) =>
  (filled(fields.message) ?? "failed").slice(0, 120).replace(/\s+/g, " ");

const rules: [GapReason, RegExp][] = [
  ["denied", /PermissionDenied|SecurityError|0x80041003|0x80070005|AccessDenied|Unauthorized/i],
  ["denied", /ConstrainedLanguage/i], // a policy that blocks .NET and COM in scripts
  ["timed_out", /OperationTimeout|0x80041069/i],
  ["table_missing", /ObjectNotFound|0x80041010|0x8004100e|0x80041002|0x80040154|NotFound/i],
];

/** From PowerShell's error category and id, which unlike its messages are not localized. */
function reasonOf(category: string, id: string): GapReason {
  const named = `${category.slice(0, 100)} ${id.slice(0, 300)}`;
  return rules.find(([, pattern]) => pattern.test(named))?.[0] ?? "error";
}
