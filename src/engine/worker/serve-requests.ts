import type { SqlRunner } from "../run/sql-runner.ts";
import type { WorkerMessage, WorkerRequest } from "./worker-protocol.ts";

/** Answers a request with messages, the last of which is `done` or `broken`. */
export async function serveRequest(
  request: WorkerRequest,
  { runner, post }: { runner: Promise<SqlRunner>; post: (message: WorkerMessage) => void },
): Promise<void> {
  try {
    const ready = await runner;
    if (request.type === "tables") post({ type: "tables", tables: ready.tables() });
    else if (request.type === "tablesRead")
      post({ type: "tablesRead", tables: ready.tablesRead(request.sql) });
    else
      await ready.run(request.statements, request.options, {
        onTable: (table) => post({ type: "table", table }),
        onStatement: (index) => post({ type: "statement", index }),
        onResult: (index, result) => post({ type: "result", index, result }),
      });
    post({ type: "done", memoryBytes: ready.memoryBytes() });
  } catch (error) {
    // A trap in the WebAssembly code or a bug: this thread must be replaced.
    post({ type: "broken", message: error instanceof Error ? error.message : String(error) });
  }
}
