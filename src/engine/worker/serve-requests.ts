import type { PlanStatement } from "../../contract/plan.ts";
import type { RunnerOptions, SqlRunner } from "../run/sql-runner.ts";
import { collectGarbage } from "./collect-garbage.ts";
import type { FinishedStatement, WorkerMessage, WorkerRequest } from "./worker-protocol.ts";

type Post = (message: WorkerMessage) => void;

/** Answers each request with messages, the last of which is `done` or `broken`. */
export function serveRequests({
  runner,
  reusableBytes,
  post,
}: {
  runner: Promise<SqlRunner>;
  reusableBytes: number;
  post: Post;
}): (request: WorkerRequest) => Promise<void> {
  let statements: PlanStatement[] = [];
  return async (request) => {
    try {
      const ready = await runner;
      if (request.type === "tables") post({ type: "tables", tables: ready.tables() });
      else if (request.type === "tablesRead")
        post({ type: "tablesRead", tables: ready.tablesRead(request.sql) });
      else {
        statements = request.statements ?? statements;
        await runStatements(ready, { statements, options: request.options }, post);
      }
      // A new thread prepares every statement anew, which takes seconds for a posture's.
      if (ready.memoryBytes() > reusableBytes) collectGarbage();
      post({ type: "done", memoryBytes: ready.memoryBytes() });
    } catch (error) {
      // A trap in the WebAssembly code or a bug: this thread must be replaced.
      post({ type: "broken", message: error instanceof Error ? error.message : String(error) });
    }
  };
}

async function runStatements(
  runner: SqlRunner,
  { statements, options }: { statements: PlanStatement[]; options: RunnerOptions },
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
