import { maxQueryLength } from "../../../contract/investigation.ts";
import type { QueryStatus } from "../../../ui/views/pack-import.ts";
import { includesPlatform, platformText } from "./platforms.ts";
import type { PackQuery } from "./types.ts";

export interface QueryCheck {
  status: QueryStatus;
  detail: string | null;
}

/** The result of preparing a query. */
export interface Prepared {
  error: { message: string } | null;
  /** The tables that it reads. */
  reads: { name: string; platforms: string[] }[];
}

interface CheckContext {
  /** The platforms of the hosts that would be asked. */
  hostPlatforms: string[];
  prepared: Prepared;
}

/** Whether a query runs on any of the hosts. `question` is its text as scheduled. */
export function checkQuery(query: PackQuery, question: string, context: CheckContext): QueryCheck {
  if (query.sql === "") return { status: "refused", detail: "it has no SQL statement" };
  return (
    checkPlatform(query, context) ??
    checkEvents(context) ??
    checkPrepared(context) ??
    checkLength(question) ?? { status: "runs", detail: null }
  );
}

function checkPlatform(
  { platforms }: PackQuery,
  { hostPlatforms, prepared }: CheckContext,
): QueryCheck | null {
  const declared = platforms.find(
    (one) => !hostPlatforms.some((host) => includesPlatform(one, host)),
  );
  if (declared !== undefined) return { status: "other_platform", detail: `for ${declared}` };
  const table = prepared.reads.find(
    (one) => !hostPlatforms.some((host) => one.platforms.includes(host)),
  );
  if (!table) return null;
  const names = table.platforms.map(platformText).join(", ");
  return { status: "other_platform", detail: `${table.name} is a table of ${names}` };
}

/** osquery's convention for tables filled by kernel and audit events, which no agent here records. */
const isOfEvents = (name: string) => name.endsWith("_events");

/** Tables of events prepare, but never have a row; those of some platforms don't exist here. */
function checkEvents({ prepared }: CheckContext): QueryCheck | null {
  const [, lacking = ""] = /^no such table: (.+)$/.exec(prepared.error?.message ?? "") ?? [];
  const name = [lacking, ...prepared.reads.map((one) => one.name)].find(isOfEvents);
  return name === undefined ? null : { status: "events", detail: name };
}

function checkPrepared({ prepared }: CheckContext): QueryCheck | null {
  if (!prepared.error) return null;
  const { message } = prepared.error;
  const [, kind, name] = /^no such (table|column|function): (.+)$/.exec(message) ?? [];
  if (!kind || !name) return { status: "refused", detail: message };
  return { status: "missing", detail: `${kind} ${name}` };
}

function checkLength(question: string): QueryCheck | null {
  if ([...question].length <= maxQueryLength) return null;
  return { status: "refused", detail: `longer than ${maxQueryLength} characters` };
}
