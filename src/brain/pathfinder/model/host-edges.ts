import type { StatementResult } from "../../../contract/plan.ts";
import { type EdgeRule, type EdgeState, edgeStates } from "../rules/edge-rule.ts";
import type { NodeType } from "../rules/nodes.ts";
import { availableRows, type FactRow } from "./fact-rows.ts";
import { type GuardTerms, noGuard } from "./guard-table.ts";

/** An edge as in a host's row, its ends still by their names on that host. */
export interface EdgeDraft {
  rule: EdgeRule;
  row: number;
  from: string;
  to: string;
  /** The other host that `to` is on; "": this one. */
  toHost: string;
  state: EdgeState;
  guard: GuardTerms;
  /** Shared by rows that one repair removes; "": this row alone. */
  fix: string;
}

export interface DraftedEdges {
  drafts: EdgeDraft[];
  /** Rows that are no valid edge or exceed the limit. */
  dropped: number;
}

export const maxEdgesPerHost = 20_000;
const maxNameLength = 255;
const maxGuardLength = 4_096;

/**
 * Makes edges of a host's answers. Invalid rows are dropped and counted; of too many, those first that
 * only explain.
 */
export function edgesOfHost(
  rules: EdgeRule[],
  results: ReadonlyMap<string, StatementResult>,
): DraftedEdges {
  const drafts: EdgeDraft[] = [];
  let rows = 0;
  for (const rule of rules) {
    const result = results.get(rule.id);
    if (!result || result.error) continue;
    for (const [row, cell] of availableRows(result).entries()) {
      rows++;
      const draft = draftOf(rule, row, cell);
      if (draft) drafts.push(draft);
    }
  }
  const isTooLong = drafts.length > maxEdgesPerHost;
  const kept = isTooLong ? explainingLast(drafts).slice(0, maxEdgesPerHost) : drafts;
  return { drafts: kept, dropped: rows - kept.length };
}

const onlyExplains = ({ state }: EdgeDraft) => state === "refuted" || state === "absent";

const explainingLast = (drafts: EdgeDraft[]): EdgeDraft[] =>
  drafts.toSorted((a, b) => Number(onlyExplains(a)) - Number(onlyExplains(b)));

function draftOf(rule: EdgeRule, row: number, cell: FactRow): EdgeDraft | null {
  const [from, to, toHost] = [cell("from"), cell("to"), cell("to_host")];
  const state = edgeStates.find((one) => one === (cell("state") || "proven"));
  const guard = guardOf(rule, cell);
  if (!state || !guard || !isName(from) || !isName(to) || toHost.length > maxNameLength)
    return null;
  return { rule, row, from, to, toHost, state, guard, fix: cell("fix").slice(0, maxGuardLength) };
}

const isName = (text: string) => text !== "" && text.length <= maxNameLength;

function guardOf(rule: EdgeRule, cell: FactRow): GuardTerms | null {
  const port = cell("port") === "" ? portOfService(rule, cell) : portOf(cell("port"));
  const admits = cell("admits");
  if ((port !== null && Number.isNaN(port)) || admits.length > maxGuardLength) return null;
  return {
    ...noGuard,
    port,
    admits,
    ...certificateTerms(rule, cell),
  };
}

/** The port of a service such as "5432/tcp". */
function portOfService({ from }: EdgeRule, cell: FactRow): number | null {
  const port = from === "service" ? portOf(cell("from")) : Number.NaN;
  return Number.isNaN(port) ? null : port;
}

/** The port of "22" or "22/tcp"; NaN if it isn't a TCP port. */
function portOf(text: string): number {
  const [, digits] = /^(\d{1,5})(?:\/tcp)?$/.exec(text) ?? [];
  const port = Number(digits);
  return port > 0 && port < 65_536 ? port : Number.NaN;
}

const passedThrough: readonly NodeType[] = ["authority"];

/**
 * The limits of a certificate, or the principals that an account accepts: by default its own name.
 */
function certificateTerms(
  { from, to }: EdgeRule,
  cell: FactRow,
): Partial<Pick<GuardTerms, "principals" | "validAfter" | "validBefore">> {
  const principals = cell("principals").slice(0, maxGuardLength);
  if (passedThrough.includes(from)) return { principals: principals || cell("to") };
  if (!passedThrough.includes(to)) return {};
  const isCertificate = cell("valid_before") !== "" || principals !== "";
  return isCertificate
    ? {
        principals,
        validAfter: secondsOf(cell("valid_after")),
        validBefore: secondsOf(cell("valid_before")),
      }
    : {};
}

const secondsOf = (text: string) => (/^\d+$/.test(text) ? Number(text) : null);
