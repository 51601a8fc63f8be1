import type { SqlRunner } from "../run/sql-runner.ts";
import { collectGarbage } from "./collect-garbage.ts";
import type { FinishedStatement, WorkerMessage, WorkerRequest } from "./worker-protocol.ts";

type Post = (message: WorkerMessage) => void;

/** Answers a request with messages, the last of which is `done` or `broken`. */
export async function serveRequest(
  request: WorkerRequest,
  {
    runner,
    reusableBytes,
    post,
  }: { runner: Promise<SqlRunner>; reusableBytes: number; post: Post },
): Promise<void> {
  try {
    const ready = await runner;
    if (request.type === "tables") post({ type: "tables", tables: ready.tables() });
    else if (request.type === "tablesRead")
      post({ type: "tablesRead", tables: ready.tablesRead(request.sql) });
    else await runStatements(ready, request, post);
    // A new thread prepares every statement anew, which takes seconds for a posture's.
    if (ready.memoryBytes() > reusableBytes) collectGarbage();
    post({ type: "done", memoryBytes: ready.memoryBytes() });
  } catch (error) {
    // A trap in the WebAssembly code or a bug: this thread must be replaced.
    post({ type: "broken", message: error instanceof Error ? error.message : String(error) });
  }
}

async function runStatements(
  runner: SqlRunner,
  { statements, options }: Extract<WorkerRequest, { type: "run" }>,
  post: Post,
): Promise<void> {
  let finished: FinishedStatement | null = null;
  await runner.run(statements, options, {
    onTable: (table) => post({ type: "table", table }),
    onStatement(index) {
      post({ type: "statement", index, finished });
      finished = null;
    },
    onResult(index, result) {
      finished = { index, result };
    },
  });
  if (finished) post({ type: "result", finished });
}
