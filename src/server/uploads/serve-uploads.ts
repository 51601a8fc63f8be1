import { encodeSnapshot } from "../../brain/snapshots/encode-rows.ts";
import type { Cell } from "../../contract/common.ts";
import type { StatementResult } from "../../contract/plan.ts";
import { type ResultTerms, verifyResult } from "../../plan/verify-result.ts";
import { type SnapshotTerms, verifySnapshot } from "../../plan/verify-snapshot.ts";
import type { ReceivedVerdict, UploadReplies, UploadRequest } from "./messages.ts";
import { parseBody } from "./parse-body.ts";

/** Cells per reply: the receiver copies them in a few milliseconds. */
const cellsPerReply = 20_000;

/** Handles the requests of one upload thread. */
export function createUploadHandler(): (
  request: UploadRequest,
) => UploadReplies[keyof UploadReplies] {
  let current: StatementResult[] = [];

  function verify(signed: unknown, terms: ResultTerms): UploadReplies["result"] {
    const verdict = verifyResult(signed, terms);
    current = verdict.ok ? verdict.result.results : [];
    if (!verdict.ok) return { verdict, rowCounts: [] };
    const results = current.map((result) => ({ ...result, rows: [] }));
    return {
      verdict: { ok: true, result: { ...verdict.result, results } },
      rowCounts: current.map(({ rows }) => rows.length),
    };
  }

  return (request) => {
    if (request.type === "body") return parseBody(request.body, request);
    if (request.type === "result") return verify(request.signed, request.terms);
    if (request.type === "snapshot") return encoded(request.signed, request.terms);
    return rowsFrom(current[request.statement]!, request.from);
  };
}

function rowsFrom({ columns, rows }: StatementResult, from: number): Cell[][] {
  const count = Math.max(1, Math.floor(cellsPerReply / (columns.length + 1)));
  return rows.slice(from, from + count);
}

function encoded(
  signed: { payload: string; signature: string },
  terms: SnapshotTerms,
): ReceivedVerdict {
  const verdict = verifySnapshot(signed, terms);
  return verdict.ok ? { ok: true, snapshot: encodeSnapshot(verdict.snapshot) } : verdict;
}
