import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { renderInvestigation } from "../../src/cli/investigate/render.ts";
import { cliIn, ended, hasScript, root } from "../e2e/run-cli.ts";
import { handMadeAgent } from "../helpers/hand-made-agent.ts";
import { type ServerProcess, serverFolder } from "../helpers/server-process.ts";
import { withHosts } from "../helpers/simulated-hosts.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";
import { report } from "../unit/ui/report-fixture.ts";

/** Every character that controls a terminal or is not seen on it, but the line feed between lines. */
const unseenCharacters = Array.from({ length: 0x110000 }, (_, code) => code)
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code))
  .filter((character) =>
    /[\p{Cc}\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\u2028\u2029]/u.test(character),
  );
const unseen = unseenCharacters.join("");
/** As many as a name may have. */
const someUnseen = unseenCharacters.slice(0, 200).join("");

/** The unseen characters of an output, each once, as numbers. */
function seenIn(output: string): string[] {
  const own = output.replaceAll("\n", "");
  const found = unseenCharacters.filter((character) => own.includes(character));
  return found.map((character) => character.codePointAt(0)!.toString(16));
}

/** A value with the characters in each of its texts that is not one of a few words. */
function spoilt<T>(value: T): T {
  if (typeof value === "string") return (isWord(value) ? value : `${value}${unseen}`) as T;
  if (Array.isArray(value)) return value.map(spoilt) as T;
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, spoilt(part)])) as T;
}

const words =
  "info low medium high critical completed auto standard selector confirmed unconfirmed";
const isWord = (text: string) =>
  words.split(" ").includes(text) || !Number.isNaN(Date.parse(text)) || /^(\w+_)?\w+$/.test(text);

const style = {
  width: 100,
  maxRows: 50,
  colour: false,
  nowMs: Date.parse("2026-01-01T00:03:05.000Z"),
};
const formats = ["text", "markdown", "html", "sarif", "json", "ndjson", "csv"] as const;

test.each(formats)("finding 16: no text of an investigation is unseen in %s", async (format) => {
  const hidden = spoilt(report);
  expect(seenIn(JSON.stringify(hidden)).length).toBeGreaterThan(4_000);
  const output = await renderInvestigation(hidden, format, style);
  expect(output).toContain("3164");
  // The lines of CSV end in both.
  expect(seenIn(output.replaceAll("\r\n", "\n"))).toEqual([]);
});

const home = temporaryFolder(afterAll);
const host = {
  agent_id: "web-1",
  tables: {
    users: [{ uid: 0, gid: 0, username: `root${unseen}`, directory: unseen, shell: unseen }],
    processes: [{ pid: 1, name: unseen, cmdline: unseen, state: "Z" }],
  },
};
const folder = serverFolder(home, afterAll);
const hosts = withHosts([host], afterAll);
let server: ServerProcess;
beforeAll(async () => {
  server = await folder.start("--rate-limit", "0", ...hosts);
});

const hiddenId = `web-2${someUnseen}`;

/** An agent that hides the characters in each of its facts; it never polls. */
async function registerHiddenAgent(): Promise<void> {
  const { registration } = handMadeAgent(hiddenId, {
    os_version: `12${someUnseen}`,
    tags: { [someUnseen.replace(/[\n\r\u2028\u2029]/g, "")]: someUnseen },
    addresses: [unseen.slice(0, 60)],
  });
  const { status, body } = await server.call("POST", "/v1/agents/register", { body: registration });
  expect({ status, body }).toMatchObject({ status: 201 });
}

const query = `SELECT username, shell AS "shell\u3164\u00ad\u{e0041}" FROM users`;

test.skipIf(!hasScript)(
  "finding 16: no command writes to a terminal what a host hides in its rows",
  async () => {
    const line = `stty cols 200 rows 50; node bin/run.js investigate "SELECT username, shell FROM users"`;
    const { stdout } = await ended(cliIn(home).onTerminal(line));
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the program's own colours and cursor moves
    const text = stdout.replace(/\u001b\[[0-9;?]*[A-Za-z]/g, "").replaceAll("\r", "");
    expect(text).toContain("root\\x00");
    expect(seenIn(text)).toEqual([]);
  },
  60_000,
);

test("finding 16: no command writes to a pipe what a host hides in its names and rows", async () => {
  const { command } = cliIn(home);
  const item = { query, interval: "30d" };
  const { body } = await server.call("POST", "/v1/curiosity", { body: item });
  await server.call("POST", "/v1/tag-policies", {
    body: { name: someUnseen, match: {} },
  });
  await server.call("POST", "/v1/keys", {
    body: { name: someUnseen, scopes: ["agents:read"] },
  });
  const outputs: Record<string, string> = {};
  const run = async (...line: string[]) => {
    const { stdout, stderr } = await command(...line);
    outputs[line.join(" ")] = stdout + stderr;
  };
  for (const line of [
    ...["json", "markdown", "html", "sarif"].map((format) => [
      "investigate",
      query,
      "--format",
      format,
    ]),
    ["investigate", query],
    ["investigate", "which accounts have uid 0?"],
    ["investigate", "list"],
    ["agents", "policies", "list"],
    ["curiosity", "list"],
    ["curiosity", "runs", body.id],
    ["server", "keys", "list"],
    ["top", "--once"],
  ]) {
    await run(...line);
  }
  await registerHiddenAgent();
  for (const line of [["list"], ["list", "--json"], ["show", hiddenId]])
    await run("agents", ...line);
  for (const [line, output] of Object.entries(outputs))
    expect({ line, unseen: seenIn(output), length: output.length }).toMatchObject({ unseen: [] });
  expect(outputs[`investigate ${query}`]).toContain("root\\x00");
  expect(outputs["agents list"]).toContain("web-2\\x00");
}, 120_000);

test("finding 16: no tool of the MCP server returns it either", async () => {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: ["bin/run.js", "mcp"],
    cwd: root,
    env: cliIn(home).env as Record<string, string>,
    stderr: "ignore",
  });
  const client = new Client({ name: "test", version: "1.0.0" });
  onTestFinished(() => client.close());
  await client.connect(transport);
  for (const [name, args] of [
    ["ask", { query }],
    ["list_agents", {}],
    ["list_investigations", {}],
  ] as const) {
    const answer = JSON.stringify(await client.callTool({ name, arguments: args }));
    expect({ name, length: answer.length }).toMatchObject({
      length: expect.toSatisfy((length: number) => length > 300),
    });
    expect({ name, unseen: seenIn(answer) }).toEqual({ name, unseen: [] });
  }
}, 60_000);
