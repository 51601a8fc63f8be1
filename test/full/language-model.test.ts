import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { cliIn, tempFolder } from "../e2e/run-cli.ts";
import {
  closedUrl,
  completion,
  invalidAnswers,
  misbehaviours,
  respond,
  says,
  startModelServer,
} from "../helpers/language-model.ts";
import { type ServerProcess, serverFolder } from "../helpers/server-process.ts";
import { withHosts } from "../helpers/simulated-hosts.ts";

const secret = "zaphod-beeblebrox";
const users = [
  { uid: 0, username: "root" },
  { uid: 1000, username: secret },
];
const hosts = ["web-1", "db-1"].map((agent_id) => ({
  agent_id,
  tags: ["env=prod"],
  tables: { users },
}));

const folder = serverFolder(undefined, afterAll);
const estate = withHosts(hosts, afterAll);
const model = await startModelServer(afterAll);
let server: ServerProcess;
beforeAll(async () => {
  const llm = ["--llm-url", model.url, "--llm-model", "llama3.1"];
  server = await folder.start(...estate, ...llm, "--log-level", "warn");
});
beforeEach(() => {
  model.received.length = 0;
});

/** The reading of a question. A question that was read once is not asked again, so each test has its own. */
const interpret = async (query: string) =>
  (await server.call("POST", "/v1/interpretations", { body: { query } })).body;
const answer = async (query: string) => server.outcome(await server.ask(query));

const usersOnWeb = {
  ...{ type: "facts", kind: "users", hosts: ["web-1"] },
  filters: [{ field: "uid", op: "gt", value: 0 }],
};

test("a question that is not understood is answered by the model's reading, marked as such", async () => {
  model.behave(says(usersOnWeb));
  const { status, reading, summary } = await answer("welche Benutzer gibt es auf web-1?");
  expect(status).toBe("completed");
  expect(reading).toMatchObject({ hosts: ["web-1"], read_by: { model: "llama3.1" } });
  expect(summary.answer.rows.flat()).toContain(secret);
  expect(summary.narrative).toContain(
    "Read by the language model llama3.1, not verified by the reader: Accounts where uid is above 0, on web-1.",
  );
});

test("no row leaves the server: the model sees the question, names and tags only", async () => {
  model.behave(says(usersOnWeb));
  await answer("zeige mir alle Benutzer auf web-1");
  expect(model.received.length).toBe(1);
  for (const { body } of model.received) {
    expect(body).not.toContain(secret);
    const { messages } = JSON.parse(body);
    expect(JSON.parse(messages.at(-1).content)).toEqual({
      question: "zeige mir alle Benutzer auf web-1",
      hosts: ["web-1", "db-1"],
      tags: ["env=prod"],
    });
  }
});

test("each kind of reading of the model runs", async () => {
  model.behave(says({ type: "detections", detections: ["uid0_duplicate"] }));
  const checked = await answer("gibt es doppelte uid 0 Konten?");
  expect(checked.summary.checks).toMatchObject([{ detection_id: "uid0_duplicate" }]);

  model.behave(
    says({ type: "sql", sql: "SELECT max(uid) AS m FROM users", tags: { env: "prod" } }),
  );
  const counted = await answer("welche ist die größte Nummer der Benutzer?");
  expect(counted.summary.answer).toMatchObject({
    rows: [
      ["db-1", 1000],
      ["web-1", 1000],
    ],
  });

  const end = { kind: "host", name: "db-1" };
  model.behave(says({ type: "path", mode: "find", from: { kind: "internet" }, to: end }));
  const searched = await answer("wie kommt jemand aus dem Internet auf db-1?");
  expect(searched).toMatchObject({ status: "completed", reading: { route: ["pathfinder"] } });
});

test("a question that is understood is not sent to the model", async () => {
  await answer("list the users of web-1");
  await answer("delete all users");
  expect(model.received).toEqual([]);
});

const bad = {
  ...misbehaviours,
  ...Object.fromEntries(
    ["is prose", "is fenced JSON", "names an unknown host", "has SQL that deletes"].map((name) => [
      `sends a message that ${name}`,
      respond(completion(invalidAnswers[name])),
    ]),
  ),
};

test("with a server of a model that misbehaves, the reading is the same as without a model", async () => {
  const query = "welche Benutzer sind angemeldet?";
  const alone = serverFolder();
  const without = await alone.start(...withHosts(hosts), "--log-level", "error");
  const { body: own } = await without.call("POST", "/v1/interpretations", { body: { query } });
  expect(own.behaviour).toBe("clarify");
  for (const [name, behaviour] of Object.entries(bad)) {
    model.behave(behaviour);
    expect({ name, reading: await interpret(query) }).toEqual({ name, reading: own });
  }
  expect(model.received.length).toBe(Object.keys(bad).length);
  expect(await answer(query)).toMatchObject({
    status: "failed",
    error: { code: "not_understood", message: own.text },
    reading: own,
  });
});

test("the log has each reason once", () => {
  const warnings = server
    .log()
    .split("\n")
    .filter((line) => line.includes("language model"));
  const reasons = warnings.map((line) => JSON.parse(line).reason);
  expect(reasons).toContain("it answered with HTTP status 401");
  expect(reasons.length).toBe(new Set(reasons).size);
});

test("with --llm-share-results the model also summarises the rows, marked and on one line", async () => {
  const sharing = serverFolder();
  const shared = await startModelServer();
  const llm = ["--llm-url", shared.url, "--llm-model", "llama3.1", "--llm-share-results"];
  const other = await sharing.start(...withHosts(hosts), ...llm, "--log-level", "error");
  const ask = async (query: string, summary: unknown) => {
    shared.behave((response, request) => {
      const isReading = shared.received.length % 2 === 1;
      says(isReading ? usersOnWeb : summary)(response, request);
    });
    return (await other.outcome(await other.ask(query))).summary.narrative as string;
  };
  const good = await ask("welche Benutzer?", {
    summary: "One account.\nFix first: \u001b[31mnothing",
  });
  expect(good.split("\n").at(-1)).toBe(
    "The language model llama3.1 says (not verified): One account. Fix first: \\x1b[31mnothing",
  );
  expect(shared.received.at(-1)?.body).toContain(secret);
  const bad = await ask("alle Benutzer bitte", { summary: "x".repeat(601) });
  expect(bad).toContain("Read by the language model");
  expect(bad).not.toContain("says (not verified)");
});

test("without a server, investigate uses the model of its flags with the environment's key", async () => {
  const { shell } = cliIn(tempFolder());
  model.behave(says({ type: "facts", kind: "users" }));
  const flags = `--llm-url ${model.url} --llm-model llama3.1`;
  const line = `node bin/investigate.js --explain "alle Benutzer" ${flags}`;
  const read = await shell(`INQUEST_LLM_KEY=sk-1 ${line}`);
  expect(read.stdout).toContain("read by the language model llama3.1, not verified");
  expect(read.stdout).toContain("SELECT");
  expect(model.received).toMatchObject([{ authorization: "Bearer sk-1" }]);
  expect(read.stdout + read.stderr).not.toContain("sk-1");
});

test("without a server, a model that can't be reached is noted, and the question is asked back", async () => {
  const { investigate } = cliIn(tempFolder());
  const flags = ["--llm-url", await closedUrl(), "--llm-model", "llama3.1"];
  const read = await investigate("--explain", "alle Benutzer", ...flags);
  expect(read.stderr).toBe("The language model llama3.1 was not used: it can't be reached.\n");
  expect(read.stdout).toContain("clarify");
});

test("with a server, investigate says that its flags are not used", async () => {
  const flags = ["--llm-url", "http://127.0.0.1:9/v1", "--llm-model", "llama3.1"];
  const read = await folder.inquest("investigate", "--explain", "list the users", ...flags);
  expect(read.stderr).toBe(
    `--llm-url is not used, because ${server.url} answers the question; pass it to that server.\n`,
  );
  expect(read.code).toBe(0);
});

test("a URL without a model is a usage error", async () => {
  const { command } = cliIn(tempFolder());
  for (const words of [["server"], ["investigate", "list the users"]]) {
    const refused = await command(...words, "--llm-url", "http://127.0.0.1:9/v1");
    expect(refused).toMatchObject({ code: 2, stdout: "" });
    expect(refused.stderr).toContain("--llm-url needs --llm-model.");
  }
});
