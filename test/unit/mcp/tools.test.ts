import fc from "fast-check";
import { expect, test } from "vitest";
import type { CuriosityItem } from "../../../src/contract/curiosity.ts";
import type { Investigation } from "../../../src/contract/investigation.ts";
import { AppError } from "../../../src/core/errors.ts";
import { checkArguments } from "../../../src/mcp/check-arguments.ts";
import { tools } from "../../../src/mcp/registry.ts";
import { deadLetterOf } from "../../helpers/delivery.ts";
import { acceptance } from "../ui/acceptance-fixture.ts";
import { chain, finding, hostile, investigation } from "../ui/investigation-fixture.ts";
import { audit, posture } from "../ui/posture-fixture.ts";
import { connectMcp, pagesOf } from "./connect-mcp.ts";

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this looks for
const controls = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/;
const answerOf = (rows: number, row_count = rows): Investigation => {
  const answer = {
    columns: ["pid", "name"],
    rows: Array.from({ length: rows }, (_, at) => [at, hostile]),
    row_count,
    truncated: rows < row_count,
  };
  return { ...investigation, summary: { ...investigation.summary!, answer } };
};

test("without the flag only what asks and shows is listed, and the rest says how to get it", async () => {
  const { client, call } = await connectMcp({});
  const { tools } = await client.listTools();
  const reading = tools
    .filter(({ annotations }) => annotations?.readOnlyHint)
    .map(({ name }) => name);
  expect(tools.map(({ name }) => name)).toEqual(["ask", ...reading]);
  const { isError, text, data } = await call("cancel_investigation", { investigation_id: "inv_1" });
  expect({ isError, error: data.error }).toEqual({ isError: true, error: "read_only" });
  expect(text).toContain("inquest mcp --allow-write");
});

test("every tool takes an object of described arguments and no others", async () => {
  const { client } = await connectMcp({}, { allowWrite: true });
  const { tools } = await client.listTools();
  for (const { name, inputSchema, description } of tools) {
    expect(description, name).toMatch(/\.$/);
    expect(inputSchema.additionalProperties, name).toBe(false);
    for (const [field, schema] of Object.entries(inputSchema.properties ?? {}))
      expect((schema as { description?: string }).description, `${name}.${field}`).toBeTruthy();
  }
  // A model reads them all before its first word.
  expect(JSON.stringify(tools).length).toBeLessThan(16_000);
});

test("ask triggers with the scope, follows, and gives the answer as text and as data", async () => {
  const asked: unknown[] = [];
  const { call } = await connectMcp({
    trigger: async (request) => {
      asked.push(request);
      return { investigation_id: "inv_1" } as never;
    },
    get: async () => ({ ...investigation, findings: [finding], chains: [chain] }),
  });
  const { text, data, isError } = await call("ask", {
    query: "what listens?",
    tags: { env: "prod" },
    depth: "quick",
  });
  expect(asked).toEqual([
    {
      query: "what listens?",
      depth: "quick",
      mode: undefined,
      scope: { type: "selector", filter: { tags: { env: "prod" } } },
    },
  ]);
  expect(isError).toBe(false);
  expect(text).toContain("A shell listens on every interface");
  expect(text).toContain("fnd_1");
  expect(data).toMatchObject({ investigation_id: "inv_1", findings: [{ finding_id: "fnd_1" }] });
  expect(data).not.toHaveProperty("links");
  expect(text + JSON.stringify(data)).not.toMatch(controls);
});

test("a long answer is cut and says so", async () => {
  const { call } = await connectMcp({ get: async () => answerOf(500, 700) });
  const { text, data } = await call("show_investigation", { investigation_id: "inv_1" });
  expect(data.summary.answer.rows).toHaveLength(50);
  expect(data.cut).toContain("50 of 700 rows (max_rows takes up to 500) are shown.");
  expect(text).toContain("50 of 700 rows (max_rows takes up to 500) are shown.");
  const wide = { investigation_id: "inv_1", max_rows: 500 };
  expect((await call("show_investigation", wide)).data.summary.answer.rows).toHaveLength(500);
});

test("a host that answers with megabytes fills no reader's memory", async () => {
  const rows = Array.from({ length: 50 }, () => ["x".repeat(1e5), "y".repeat(1e5)]);
  const evidence = { ...finding.evidence, rows, row_count: 50 };
  const huge = answerOf(0);
  huge.summary!.answer = { columns: ["a", "b"], rows, row_count: 50, truncated: false };
  huge.summary!.narrative = "z".repeat(1e6);
  huge.findings = Array.from({ length: 300 }, () => ({ ...finding, evidence }));
  const { call } = await connectMcp({ get: async () => huge });
  const { text, data } = await call("show_investigation", { investigation_id: "inv_1" });
  expect(data.cut).toContain("25 of 300 findings are shown.");
  expect(text.length).toBeLessThan(150_000);
  expect(JSON.stringify(data).length).toBeLessThan(150_000);
});

test("a question that can't be answered is an error with what to ask instead", async () => {
  const error = { code: "not_understood", message: "I don't understand." } as const;
  const reading = { ...investigation.reading!, suggestions: ["who has uid 0?"] };
  const { call } = await connectMcp({
    trigger: async () => ({ investigation_id: "inv_1" }) as never,
    get: async () => ({ ...investigation, status: "failed", summary: null, error, reading }),
  });
  const { isError, text } = await call("ask", { query: "foo" });
  expect(isError).toBe(true);
  expect(text).toContain("I don't understand.");
  expect(text).toMatch(/Ask instead:\n {2}who has uid 0\?$/);
});

test("an answer that takes longer than the wait says how to get it later", async () => {
  const { call } = await connectMcp({
    trigger: async () => ({ investigation_id: "inv_1" }) as never,
    get: async () => ({ ...investigation, status: "running", summary: null, completed_at: null }),
  });
  const { isError, text } = await call("ask", { query: "foo", wait_seconds: 0 });
  expect(isError).toBe(false);
  expect(text).toContain("call show_investigation with inv_1 and wait_seconds");
});

test.each([
  ["ask", {}, /query is missing/],
  ["ask", { query: 7 }, /query must be string/],
  ["ask", { qury: "x" }, /unknown argument "qury" \(did you mean query\?\)/],
  ["ask", { query: "x", depth: "deeep" }, /depth must be one of quick, standard, deep/],
  ["ask", { query: "x".repeat(1e6) }, /query must not have more than 65536 characters/],
  ["ask", { query: "x", "\u001b[2J": 1 }, /unknown argument "\\x1b\[2J/],
  ["list_agents", { limit: 0 }, /limit must be >= 1/],
  ["list_agents", { tags: { a: 1 } }, /tags\.a must be string/],
])("wrong arguments of %s %o are told in one sentence", async (name, args, told) => {
  const { call } = await connectMcp({});
  const { isError, text, data } = await call(name, args);
  expect({ isError, error: data.error }).toEqual({ isError: true, error: "validation_error" });
  expect(text).toMatch(told);
  expect(text.length).toBeLessThan(400);
  expect(text).not.toMatch(controls);
});

test("whatever the arguments are, what is wrong with them is told briefly or they fit", () => {
  fc.assert(
    fc.property(fc.constantFrom(...tools), fc.jsonValue(), ({ input }, args) => {
      const problem = checkArguments(input, args);
      if (problem === undefined) return;
      expect(problem.length).toBeLessThan(1_000);
      expect(problem).toMatch(/^\w.*\.$/s);
      expect(problem).not.toMatch(controls);
    }),
  );
});

test("an unknown tool is an error of the protocol that names the nearest", async () => {
  const { call } = await connectMcp({});
  await expect(call("lst_agents")).rejects.toThrow(
    /no tool "lst_agents"\. Did you mean list_agents\?/,
  );
  await expect(call("x\u001b".repeat(1e5))).rejects.not.toThrow(controls);
});

test("what the service refuses is told with the next step, and a bug only to who runs the server", async () => {
  const { call, logged } = await connectMcp({
    get: async () => {
      throw new AppError("not_found", `There is no ${hostile}.`, { hint: "Check the id." });
    },
    interpret: async () => {
      throw new TypeError("secret internals");
    },
  });
  const refused = await call("show_investigation", { investigation_id: "inv_2" });
  expect(refused).toMatchObject({ isError: true, data: { error: "not_found" } });
  expect(refused.text).toMatch(/^There is no .+\. Check the id\.$/);
  expect(refused.text).not.toMatch(controls);
  const broken = await call("read_question", { query: "x" });
  expect(broken).toMatchObject({ isError: true, data: { error: "internal_error" } });
  expect(JSON.stringify(broken)).not.toContain("secret internals");
  expect(logged).toEqual([expect.stringContaining("secret internals")]);
});

test("findings of the last investigations come together, the gravest first", async () => {
  const found: Record<string, Investigation> = {
    inv_1: { ...investigation, findings: [{ ...finding, severity: "low" }] },
    inv_2: {
      ...investigation,
      investigation_id: "inv_2",
      findings: [{ ...finding, finding_id: "fnd_2", severity: "critical" }],
    },
  };
  const { call } = await connectMcp({
    list: () => pagesOf({ investigations: Object.values(found), next_cursor: null }),
    get: async (id) => found[id]!,
  });
  const all = await call("list_findings");
  expect(all.data.findings.map((one: { finding_id: string }) => one.finding_id)).toEqual([
    "fnd_2",
    "fnd_1",
  ]);
  expect(all.text).toContain("in inv_2");
  const grave = await call("list_findings", { min_severity: "high" });
  expect(grave.data).toMatchObject({ total: 1, findings: [{ investigation_id: "inv_2" }] });
  const one = await call("list_findings", { investigation_id: "inv_1", min_severity: "high" });
  expect(one.text).toBe("No findings.");
});

test("a receiver's path never leaves, for it is often its secret", async () => {
  const dead = deadLetterOf(0, {
    url: "https://hooks.slack.test/services/T0/B0/very-secret?token=very-secret",
    last_response_body: "x".repeat(4_000),
  });
  const asked: unknown[] = [];
  const { call } = await connectMcp({
    deliveries: (query) => {
      asked.push(query);
      return pagesOf({ deliveries: [dead], next_cursor: "more" });
    },
    delivery: async () => dead,
  });
  const list = await call("list_deliveries", { status: "dead_lettered", within: "1h" });
  expect(asked).toMatchObject([{ status: "dead_lettered", since: "2026-11-01T07:00:05.000Z" }]);
  expect(list.text).toContain("There are more");
  expect(list.data.deliveries[0].url).toBe("https://hooks.slack.test/…");
  const one = await call("show_delivery", { delivery_id: dead.delivery_id });
  expect(one.data.delivery.last_response_body).toMatch(/… \(3000 more characters\)$/);
  expect(JSON.stringify([list, one])).not.toContain("very-secret");
});

test("with the flag a delivery is replayed, and an embedded backend says that it waits", async () => {
  const operations = { replayDelivery: async () => ({ delivery_id: "dlv_2" }) as never };
  const replay = async (kind: "local" | "embedded") => {
    const { call } = await connectMcp(operations, { kind, allowWrite: true });
    return (await call("replay_delivery", { delivery_id: "dlv_1" })).text;
  };
  expect(await replay("local")).toMatch(/^Queued as dlv_2: show_delivery .+\.$/);
  expect(await replay("embedded")).toContain("once a server is running here (inquest server)");
});

test("a verdict on a finding tells how sure its detection is now", async () => {
  const given: unknown[] = [];
  const { call } = await connectMcp(
    {
      verdict: async (ids, request) => {
        given.push(ids, request);
        const calibration = { confidence: 0.9, true_positives: 8, false_positives: 1 };
        return { detection_id: "exposed_service", calibration };
      },
    },
    { allowWrite: true },
  );
  const ids = { investigation_id: "inv_1", finding_id: "fnd_1" };
  const { text } = await call("give_verdict", { ...ids, verdict: "true_positive" });
  expect(text).toBe("exposed_service is now 90% sure (8 correct, 1 false alarm).");
  expect(given).toEqual([
    { investigationId: "inv_1", findingId: "fnd_1" },
    { verdict: "true_positive" },
  ]);
});

test("rows beyond the answer are listed from any position, and hosts are compared", async () => {
  const columns = ["host", "version"];
  const page = (data: [string, string][]) => ({
    ...{ columns, data, row_count: 3, truncated: false },
    ...{ has_more: false, next_cursor: null },
  });
  const { call } = await connectMcp({
    rows: () =>
      pagesOf(
        page([
          ["web-1", "3.0.15"],
          ["web-2", "3.0.15"],
        ]),
        page([["db-1", hostile]]),
      ),
  });
  const rows = await call("list_rows", { investigation_id: "inv_1", max_rows: 1, skip: 1 });
  expect(rows.data).toMatchObject({ rows: [["web-2", "3.0.15"]], row_count: 3, next_skip: 2 });
  expect(rows.text).toContain("Rows 2 to 2 of 3; call with skip 2.");
  const last = await call("list_rows", { investigation_id: "inv_1", skip: 2 });
  expect(last.data).toMatchObject({ next_skip: null });
  expect(last.text).not.toMatch(controls);
  const { data } = await call("list_rows", { investigation_id: "inv_1", compare: true });
  expect(data.columns).toEqual(["version", "hosts", "on"]);
  expect(data.rows[1]).toEqual(["3.0.15", 2, "web-1, web-2"]);
});

test("findings are accepted with the flag, and what is accepted is listed", async () => {
  const asked: unknown[] = [];
  const { call } = await connectMcp(
    {
      createAcceptance: async (request) => {
        asked.push(request);
        return acceptance();
      },
      acceptances: () => pagesOf({ acceptances: [acceptance()], next_cursor: null }),
    },
    { allowWrite: true },
  );
  const request = { finding_id: "fnd_1", because: "a break-glass account" };
  const accepted = await call("accept_finding", request);
  expect(asked).toEqual([request]);
  expect(accepted.text).toContain("no longer count");
  const list = await call("list_acceptances");
  expect(list.text).toContain("Because: a break-glass account");
  expect(list.data).toMatchObject({ more: false, acceptances: [{ hostname: "web-1" }] });
});

test("an investigation is a resource by its address, and nothing else is", async () => {
  const { client } = await connectMcp({
    get: async () => {
      throw new AppError("not_found", "There is none.", { kind: "not_found" });
    },
  });
  const [template] = (await client.listResourceTemplates()).resourceTemplates;
  expect(template?.uriTemplate).toBe("inquest://investigations/{id}");
  for (const uri of ["inquest://investigations/inv_1", "file:///etc/passwd", "inquest://agents/a"])
    await expect(client.readResource({ uri })).rejects.toMatchObject({ code: -32002 });
});

const item: CuriosityItem = {
  id: "cur_1",
  query: `who has uid 0? ${hostile}`,
  interval: "24h",
  scope: { type: "selector", filter: {} },
  depth: "standard",
  active: true,
  first_run_at: "2026-11-01T08:00:00.000Z",
  next_run_at: "2026-11-02T08:00:00.000Z",
  last_run_at: null,
  last_investigation_id: null,
  last_status: null,
  run_count: 0,
  created_at: "2026-11-01T08:00:00.000Z",
  updated_at: "2026-11-01T08:00:00.000Z",
};

test("scheduled questions are listed, made, paused and resumed", async () => {
  const sent: unknown[] = [];
  const { call } = await connectMcp(
    {
      curiosityItems: () => pagesOf({ items: [item], next_cursor: null }),
      createCuriosityItem: async (request) => {
        sent.push(request);
        return item;
      },
      updateCuriosityItem: async (id, patch) => {
        sent.push([id, patch]);
        return { ...item, ...patch, next_run_at: patch.active ? item.next_run_at : null };
      },
    },
    { allowWrite: true },
  );
  const list = await call("list_curiosity");
  expect(list.text).toContain("cur_1");
  expect(list.text).not.toMatch(/changed is told|--/);
  expect(list.text + JSON.stringify(list.data)).not.toMatch(controls);
  const made = await call("create_curiosity", { query: "who?", interval: "24h", agent_ids: ["a"] });
  expect(made.data.item.id).toBe("cur_1");
  expect((await call("pause_curiosity", { curiosity_id: "cur_1" })).text).toContain("is paused");
  expect((await call("resume_curiosity", { curiosity_id: "cur_1" })).text).toContain("is active");
  expect(sent).toMatchObject([
    { query: "who?", interval: "24h", scope: { filter: { agent_ids: ["a"] } } },
    ["cur_1", { active: false }],
    ["cur_1", { active: true }],
  ]);
});

test("a posture is cut to what fits a model, and its text has the whole in short", async () => {
  const fixes = Array.from({ length: 100 }, (_, at) => ({ ...posture.fixes[0]!, rank: at + 1 }));
  const large = { ...posture, fixes, fix_count: 100 };
  const whole = { ...audit, summary: { ...audit.summary!, posture: large } };
  const { call } = await connectMcp({ get: async () => whole });
  const { text, data } = await call("show_investigation", { investigation_id: "inv_audit" });
  expect(data.summary.posture.fixes).toHaveLength(20);
  expect(data.cut).toContain("20 of 100 fixes are shown.");
  expect(text.split("\n")[0]).toBe(posture.headline);
  expect(text).toContain("  … 70 more");
  expect(text + JSON.stringify(data)).not.toMatch(controls);
});
