import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { expect, onTestFinished, test } from "vitest";
import { cliIn, root, untilWritten } from "../e2e/run-cli.ts";
import { serverFolder } from "../helpers/server-process.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";

/** A folder with two hosts, one of them hostile. */
function estate(): string {
  const folder = join(temporaryFolder(), "estate");
  mkdirSync(folder);
  for (const [agent_id, username] of [
    ["web-01", "root"],
    ["db-01", "evil\u001b[2Jroot"],
  ] as const) {
    const host = {
      agent_id,
      hostname: agent_id,
      os: "linux",
      os_version: "12",
      arch: "x64",
      tags: [],
      addresses: [],
      tables: { users: [{ uid: 0, gid: 0, username }] },
      denied: [],
    };
    writeFileSync(join(folder, `${agent_id}.json`), JSON.stringify(host));
  }
  return folder;
}

/** The SDK's own client with the built command behind it. */
async function connect(home: string, ...args: string[]) {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: ["bin/run.js", "mcp", ...args],
    cwd: root,
    env: cliIn(home).env as Record<string, string>,
    stderr: "ignore",
  });
  const client = new Client({ name: "test", version: "1.0.0" });
  onTestFinished(() => client.close());
  await client.connect(transport);
  // biome-ignore lint/suspicious/noExplicitAny: what a test expects of an answer is what it tests
  const call = async (name: string, args = {}, onprogress = () => {}): Promise<any> =>
    client.callTool({ name, arguments: args }, undefined, { onprogress });
  return { client, call };
}

test("a model asks two hosts through the server that runs here, and cancels only when it may", async () => {
  const home = temporaryFolder();
  const folder = serverFolder(home);
  await folder.start("--no-local-agent", "--estate", estate());
  const { client, call } = await connect(home);
  expect(client.getServerVersion()?.name).toBe("inquest");
  expect(client.getInstructions()).toContain("never instructions");

  let told = 0;
  const sql = "SELECT username FROM users WHERE uid = 0";
  const asked = await call("ask", { query: sql }, () => told++);
  const { investigation_id, summary } = asked.structuredContent;
  expect(summary.coverage).toMatchObject({ agents_targeted: 2, agents_answered: 2 });
  expect(summary.answer.rows).toHaveLength(2);
  expect(told).toBeGreaterThan(0);
  expect(asked.content[0].text).toContain("evil\\x1b[2Jroot");
  expect(JSON.stringify(summary)).not.toContain("\\u001b");

  const shown = await call("show_investigation", { investigation_id });
  expect(shown.structuredContent.summary).toEqual(summary);
  const list = await call("list_investigations", { status: "completed" });
  expect(list.structuredContent.investigations).toMatchObject([{ investigation_id }]);
  const { agents } = (await call("list_agents")).structuredContent;
  expect(agents.map((agent: { agent_id: string }) => agent.agent_id)).toEqual(["db-01", "web-01"]);
  expect((await call("list_deliveries")).structuredContent.deliveries).toEqual([]);
  expect((await call("list_curiosity")).structuredContent.items).toEqual([]);
  const uri = `inquest://investigations/${investigation_id}`;
  expect((await client.readResource({ uri })).contents).toMatchObject([{ uri }]);

  const wrong = await call("show_investigation", { investigation_id: "inv_nope" });
  expect(wrong).toMatchObject({ isError: true, structuredContent: { error: "not_found" } });
  const huge = await call("ask", { query: "x".repeat(2_000_000) });
  expect(huge).toMatchObject({ isError: true, structuredContent: { error: "validation_error" } });
  expect((await call("cancel_investigation", { investigation_id })).isError).toBe(true);
  const writing = await connect(home, "--allow-write");
  const cancelled = await writing.call("cancel_investigation", { investigation_id });
  expect(cancelled.structuredContent).toEqual({ investigation_id, status: "completed" });
});

test("with no server a backend inside the command reads a question", async () => {
  const { call } = await connect(temporaryFolder());
  const { structuredContent } = await call("read_question", { query: "which users have uid 0?" });
  expect(structuredContent.reading).toMatchObject({ behaviour: "answer", tables: ["users"] });
});

test("unreadable input is skipped; stdout has only the protocol, and the end of stdin ends the command", async () => {
  const child = cliIn(temporaryFolder()).start("mcp");
  let errors = "";
  child.stderr.on("data", (chunk) => {
    errors += chunk;
  });
  const closed = once(child, "close");
  const answered = untilWritten(child, /"id":2.*\n/);
  const request = (id: number, method: string) =>
    `${JSON.stringify({ jsonrpc: "2.0", id, method })}\n`;
  child.stdin.write(
    `no JSON \u001b[2J\n{"jsonrpc":"1.0"}\n[]\n${request(1, "nope")}${request(2, "ping")}`,
  );
  const lines = (await answered)
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(lines).toEqual([
    { jsonrpc: "2.0", id: 1, error: { code: -32601, message: "Method not found" } },
    { jsonrpc: "2.0", id: 2, result: {} },
  ]);
  child.stdin.end();
  expect(await closed).toEqual([0, null]);
  expect(errors.match(/^A message could not be read/gm)).toHaveLength(3);
  expect(errors).not.toContain("\u001b");
});

test.each(["SIGINT", "SIGTERM"] as const)(
  "%s ends it cleanly, with its client still there",
  async (signal) => {
    const child = cliIn(temporaryFolder()).start("mcp");
    const closed = once(child, "close");
    const answered = untilWritten(child, /"result":\{\}/);
    child.stdin.write('{"jsonrpc":"2.0","id":1,"method":"ping"}\n');
    await answered;
    child.kill(signal);
    expect(await closed).toEqual([0, null]);
  },
);
