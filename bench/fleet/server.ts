import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { parseSse } from "../../src/client/parse-sse.ts";
import type { Investigation } from "../../src/contract/investigation.ts";
import { makeEstate } from "./make-estate.ts";

/** A running server with simulated hosts, or none. */
export interface BenchServer {
  url: string;
  key: string;
  call(method: string, path: string, body?: unknown): Promise<Response>;
  /** Seconds from the trigger until so many hosts answered, and until the end; live by default. */
  ask(
    query: string,
    hosts: number,
    mode?: "live" | "auto" | "cached",
  ): Promise<{ mostSeconds: number; allSeconds: number }>;
  /** Seconds of processor time used so far. */
  cpuSeconds(): number;
  /** The most memory it ever had, MB. */
  peakMegabytes(): number;
  stop(): Promise<void>;
}

/** Starts the built program; `hosts` simulated ones, which `make` writes, are connected when it resolves. */
export async function startBenchServer({
  hosts,
  make = makeEstate,
}: {
  hosts: number;
  make?: (folder: string, hosts: number) => void;
}): Promise<BenchServer> {
  const home = mkdtempSync(join(tmpdir(), "inquest-bench-"));
  const estate = join(home, "estate");
  make(estate, hosts);
  const args = ["--port", "0", "--json", "--no-local-agent", "--rate-limit", "0"];
  const child = spawn(
    process.execPath,
    ["bin/run.js", "server", ...args, ...(hosts > 0 ? ["--estate", estate] : [])],
    {
      env: { ...process.env, INQUEST_DATA_DIR: join(home, "data") },
      stdio: ["ignore", "pipe", "ignore"],
    },
  );
  const lines = createInterface({ input: child.stdout! })[Symbol.asyncIterator]();
  const first = await lines.next();
  if (first.done) throw new Error("the server ended at its start");
  const { url, api_key: key } = JSON.parse(first.value);
  const call: BenchServer["call"] = (method, path, body) =>
    fetch(url + path, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body !== undefined && { "content-type": "application/json" }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  return {
    url,
    key,
    call,
    async ask(query, count, mode = "live") {
      const started = performance.now();
      const seconds = () => (performance.now() - started) / 1000;
      const triggered = await call("POST", "/v1/investigations", { query, mode });
      const { investigation_id: id } = (await triggered.json()) as { investigation_id: string };
      const stream = await call("GET", `/v1/investigations/${id}/stream`);
      let mostSeconds: number | null = null;
      for await (const { event, data } of parseSse(stream.body as never)) {
        const answered = event === "progress" ? JSON.parse(data).agents.answered : 0;
        if (answered >= 0.95 * count) mostSeconds ??= seconds();
      }
      const allSeconds = seconds();
      const outcome = await call("GET", `/v1/investigations/${id}`);
      const { status, summary } = (await outcome.json()) as Investigation;
      const answered = summary?.coverage.agents_answered;
      if (status !== "completed" || answered !== count)
        throw new Error(`${query}: ${status}, ${answered} of ${count} answered`);
      return { mostSeconds: mostSeconds ?? allSeconds, allSeconds };
    },
    cpuSeconds() {
      const fields = readFileSync(`/proc/${child.pid}/stat`, "utf8").split(") ")[1]!.split(" ");
      // Fields 14 and 15 of proc(5): user and system time in hundredths of a second.
      return (Number(fields[11]) + Number(fields[12])) / 100;
    },
    peakMegabytes() {
      const status = readFileSync(`/proc/${child.pid}/status`, "utf8");
      return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024;
    },
    async stop() {
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGTERM");
      await ended;
      rmSync(home, { recursive: true });
    },
  };
}
