import { createLimit } from "../../core/limit.ts";
import { type ResultTerms, type ResultVerdict, verifyResult } from "../../plan/verify-result.ts";
import { type SnapshotTerms, verifySnapshot } from "../../plan/verify-snapshot.ts";
import type { ReceivedVerdict } from "./messages.ts";
import type { ParsedBody } from "./parse-body.ts";
import { createUploadThread, type UploadThread } from "./upload-thread.ts";

/**
 * Reads what agents upload. Large uploads are read in a thread of their own, one at a time: parsing
 * 16 MiB takes a second, during which the server has to answer, and hundreds of megabytes.
 */
export interface UploadReader {
  parseBody(
    body: Buffer,
    options: { isCompressed: boolean; limitBytes: number },
  ): Promise<ParsedBody>;
  verifyResult(signed: unknown, terms: ResultTerms): Promise<ResultVerdict>;
  verifySnapshot(
    signed: { payload: string; signature: string },
    terms: SnapshotTerms,
  ): Promise<ReceivedVerdict>;
  close(): Promise<void>;
}

/** Payloads up to this size take a few milliseconds, less than the way to the thread and back. */
export const maxInlineBytes = 128 << 10;

/** `workerUrl` is the bundled `upload-worker.js`; its thread starts with the first large upload. */
export function createUploadReader(workerUrl: URL): UploadReader {
  const thread = createUploadThread(workerUrl);
  const limit = createLimit(1);
  const oneAtATime = <T>(work: () => Promise<T>) => limit(() => work().finally(thread.rest));
  return {
    parseBody: (body, options) =>
      oneAtATime(() => thread.request({ type: "body", body, ...options })),
    verifyResult: async (signed, terms) =>
      isSmall(signed)
        ? verifyResult(signed, terms)
        : oneAtATime(() => receiveResult(thread, signed, terms)),
    verifySnapshot: async (signed, terms) =>
      isSmall(signed)
        ? verifySnapshot(signed, terms)
        : oneAtATime(() => thread.request({ type: "snapshot", signed, terms })),
    close: () => thread.close(),
  };
}

function isSmall(signed: unknown): boolean {
  const payload = (signed as { payload?: unknown } | null)?.payload;
  return typeof payload !== "string" || payload.length <= maxInlineBytes;
}

/** Receives the rows in parts, so that other requests are served in between. */
async function receiveResult(
  thread: UploadThread,
  signed: unknown,
  terms: ResultTerms,
): Promise<ResultVerdict> {
  const { verdict, rowCounts } = await thread.request({ type: "result", signed, terms });
  if (!verdict.ok) return verdict;
  for (const [statement, { rows }] of verdict.result.results.entries())
    while (rows.length < rowCounts[statement]!) {
      const part = await thread.request({ type: "rows", statement, from: rows.length });
      for (const row of part) rows.push(row);
    }
  return verdict;
}
