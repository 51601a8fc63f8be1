import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { Investigation } from "../../src/contract/investigation.ts";
import { investigation } from "../unit/ui/investigation-fixture.ts";
import { cliIn, ended, tempFolder } from "./run-cli.ts";

const answered: Investigation = { ...investigation, freshness: null };
const nothingFound: Investigation = { ...answered, findings: [], chains: [] };

/** The service's recommendation for a stale or missing snapshot. */
const stale: Investigation["freshness"] = {
  mode: "cached",
  evaluated_at: "2026-01-01T00:00:00.000Z",
  newest_at: null,
  oldest_at: null,
  max_age_seconds: null,
  agents: { matched: 1, fresh: 0, stale: 0, never: 1 },
  stale_after_seconds: 900,
  recommendation: {
    should_rerun_live: true,
    reason: "1 of 1 agent has none yet.",
    recommended_scope: { type: "selector", filter: { agent_ids: ["service-web-02"] } },
  },
};

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  let text = "";
  for await (const chunk of request) text += chunk;
  return JSON.parse(text);
}

/** A service that answers triggers with these investigations in turn; with `endless` they never end. */
async function serviceWith(outcomes: Investigation[], { endless = false } = {}) {
  // biome-ignore lint/suspicious/noExplicitAny: what a test expects of a body is what it tests
  const triggers: any[] = [];
  const server = createServer(async (request, response) => {
    if (request.method === "POST") {
      triggers.push(await bodyOf(request));
      response.writeHead(202, { "content-type": "application/json" });
      response.end(JSON.stringify({ investigation_id: `inv_${triggers.length}`, links: {} }));
      return;
    }
    if (request.url!.endsWith("/stream")) {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(": open\n\n");
      if (!endless) response.end('event: status\ndata: {"status":"completed"}\n\n');
      return;
    }
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify(outcomes[triggers.length - 1] ?? outcomes[0]));
  }).listen(0, "127.0.0.1");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { start, command } = cliIn(tempFolder());
  const line = (args: string[]) => ["investigate", ...args, "--server", url, "--api-key", "iq_x"];
  return {
    triggers,
    start: (...args: string[]) => start(...line(args)),
    ask: (...args: string[]) => command(...line(args)),
  };
}

test("--fail-on exits with 3 if a finding reaches the severity, with 0 if none does", async () => {
  const found = await serviceWith([{ ...answered, chains: [] }]);
  expect((await found.ask("q", "--fail-on", "high")).code).toBe(3);
  expect((await found.ask("q", "--fail-on", "critical")).code).toBe(0);
  const nothing = await serviceWith([nothingFound]);
  expect((await nothing.ask("q", "--fail-on", "info")).code).toBe(0);
  expect((await nothing.ask("q", "--fail-on", "bad")).code).toBe(2);
});

test("--timeout stops following with 124 and prints how to continue, also with 0", async () => {
  const { ask } = await serviceWith([answered], { endless: true });
  for (const span of ["1s", "0s"]) {
    const { stdout, stderr, code } = await ask("q", "--timeout", span);
    expect({ stdout, code }).toEqual({ stdout: "", code: 124 });
    expect(stderr).toContain("investigate watch inv_");
  }
  expect((await ask("q", "--timeout", "soon")).code).toBe(2);
});

test("Ctrl-C stops following with 130 and cancels nothing", async () => {
  const { triggers, start } = await serviceWith([answered], { endless: true });
  const command = start("q");
  const end = ended(command);
  while (triggers.length === 0) await new Promise(setImmediate);
  command.kill("SIGINT");
  const { stdout, code } = await end;
  expect({ stdout, code }).toEqual({ stdout: "", code: 130 });
});

test("scope, depth and mode are sent with the question", async () => {
  const { triggers, ask } = await serviceWith([answered]);
  const whom = ["--tag", "env=prod", "-t", "web", "--agent", "a", "--agent", "b"];
  const how = ["--last-seen-within", "15m", "--depth", "deep", "--mode", "live"];
  await ask("who", "is", "root?", ...whom, ...how, "--idempotency-key", "k1", "--detach");
  expect(triggers).toEqual([
    {
      query: "who is root?",
      depth: "deep",
      mode: "live",
      scope: {
        type: "selector",
        filter: {
          tags: { env: "prod", web: "true" },
          last_seen_within: "15m",
          agent_ids: ["a", "b"],
        },
      },
      idempotency_key: "k1",
    },
  ]);
});

test("--detach prints the id and does not wait", async () => {
  const { ask } = await serviceWith([answered], { endless: true });
  const plain = await ask("q", "--detach");
  expect(plain).toMatchObject({ stderr: "", code: 0 });
  expect(plain.stdout).toContain("investigate watch inv_1");
  expect(JSON.parse((await ask("q", "--detach", "--json")).stdout)).toMatchObject({
    investigation_id: "inv_2",
  });
});

test("--rerun-if-stale asks the recommended hosts again, live, and only once", async () => {
  const { triggers, ask } = await serviceWith([
    { ...answered, mode: "cached", freshness: stale },
    { ...nothingFound, freshness: stale },
  ]);
  const both = await ask("q", "--mode", "cached", "--rerun-if-stale", "--fail-on", "info");
  // The first answer stays, and so do the findings of hosts that were not asked again.
  expect(both.stdout.match(/^inv_\S+ {2}completed/gm)).toHaveLength(2);
  expect(both.code).toBe(3);
  expect(triggers.map(({ mode, scope }) => ({ mode, scope }))).toEqual([
    { mode: "cached", scope: undefined },
    { mode: "live", scope: stale!.recommendation.recommended_scope },
  ]);
});

test("--rerun-if-stale also asks hosts without a snapshot; without the flag no host is asked again", async () => {
  const unanswered: Investigation = {
    ...nothingFound,
    mode: "cached",
    status: "failed",
    freshness: stale,
    summary: null,
    error: { code: "no_agent_answered", message: "None of the 1 host asked could answer." },
  };
  const wanted = await serviceWith([unanswered, nothingFound]);
  expect((await wanted.ask("q", "--mode", "cached", "--rerun-if-stale")).code).toBe(0);
  expect(wanted.triggers).toHaveLength(2);
  const unwanted = await serviceWith([unanswered]);
  expect(await unwanted.ask("q", "--mode", "cached")).toMatchObject({ stdout: "", code: 1 });
  expect(unwanted.triggers).toHaveLength(1);
});

test("- reads the question from stdin; an empty one is a usage error", async () => {
  const { triggers, start } = await serviceWith([answered]);
  expect((await ended(start("-"), "  who is\nroot?\n")).code).toBe(0);
  expect(triggers[0].query).toBe("who is\nroot?");
  expect((await ended(start("-"), " \n")).code).toBe(2);
  expect(triggers).toHaveLength(1);
});

test("--format selects the format, --output the file", async () => {
  const { ask } = await serviceWith([answered]);
  expect((await ask("q", "--format", "markdown")).stdout).toMatch(/^# what is/);
  expect((await ask("q", "--format", "html")).stdout).toMatch(/^<!doctype html>/);
  const sarif = JSON.parse((await ask("q", "--format", "sarif")).stdout);
  expect(sarif.runs[0].results).toHaveLength(2);
  const unknown = await ask("q", "--format", "pdf");
  expect(unknown).toMatchObject({ stdout: "", code: 2 });
  expect(unknown.stderr).toContain("text, json, ndjson, markdown, html, sarif, csv");
  const lines = (await ask("q", "--format", "ndjson")).stdout.trimEnd().split("\n");
  expect(lines.map((line) => JSON.parse(line).event)).toEqual(["status", "investigation"]);
  const file = join(tempFolder(), "answer.txt");
  const written = await ask("q", "--format", "json", "--output", file);
  expect(written.stdout).toBe("Yes: 1 host listens.\n");
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual(answered);
  expect((await ask("q", "--output", "/nonexistent/answer")).code).toBe(2);
});

test("a file gets the answer, stdout its first line, and only the file under --json", async () => {
  const { ask } = await serviceWith([answered]);
  const report = join(tempFolder(), "report.html");
  expect(await ask("q", "--output", report)).toMatchObject({
    stdout: "Yes: 1 host listens.\n",
    stderr: expect.stringContaining(`Written to ${report}.`),
  });
  expect((await ask("q", "--output", report, "--json")).stdout).toBe("");
  const unknown = await ask("q", "--output", join(tempFolder(), "report.pdf"));
  expect(unknown).toMatchObject({ stdout: "", code: 2 });
  expect(unknown.stderr).toContain(".txt, .json, .ndjson, .md, .html, .sarif, .csv");
});

test("a failed investigation is explained on stderr even if its report goes to a file", async () => {
  const error = { code: "not_understood" as const, message: "The question was not understood." };
  const failed = { ...nothingFound, status: "failed" as const, summary: null, error };
  const { ask } = await serviceWith([failed]);
  const written = await ask("q", "--output", join(tempFolder(), "report.md"));
  expect(written).toMatchObject({ stdout: "", code: 1 });
  expect(written.stderr).toContain("The question was not understood.");
  expect(await ask("q", "--format", "csv")).toMatchObject({ stdout: "", code: 1 });
});

test("--sort and --columns act on the rows of the answer; a wrong one is a usage error", async () => {
  const rows = [
    ["web-2", 80],
    ["web-1", 443],
    ["web-10", null],
  ];
  const answer = { columns: ["host", "port"], rows, row_count: 3, truncated: false };
  const summary = { ...answered.summary!, answer };
  const { ask } = await serviceWith([{ ...answered, summary }]);
  const sorted = await ask("q", "--format", "csv", "--sort", "port:desc");
  expect(sorted.stdout).toBe("host,port\r\nweb-1,443\r\nweb-2,80\r\nweb-10,\r\n");
  const one = await ask("q", "--columns", "host", "--sort", "host");
  expect(one).toMatchObject({ stderr: expect.not.stringContaining("no column"), code: 0 });
  expect(one.stdout).toMatch(/host\nweb-1\nweb-2\nweb-10\n/);
  for (const flags of [
    ["--columns", "host,pid"],
    ["--sort", "pid"],
  ]) {
    const wrong = await ask("q", ...flags);
    expect(wrong).toMatchObject({ stdout: "", code: 2 });
    expect(wrong.stderr).toContain("The answer has no column pid.\nIts columns are host, port.");
  }
  expect(await ask("q", "--sort", "port", "--json")).toMatchObject({ code: 2 });
});
