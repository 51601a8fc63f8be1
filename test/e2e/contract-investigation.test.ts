import { once } from "node:events";
import { createServer } from "node:net";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { type ServerProcess, serverFolder, spareThisMachine } from "../helpers/server-process.ts";
import { endless } from "../helpers/slow-questions.ts";

/*
 * The service as its contract describes it, seen from outside: names of fields are written out
 * here as the contract has them, not taken from the schemas that the server itself uses.
 */
const folder = serverFolder(undefined, afterAll);
let server: ServerProcess;
beforeAll(async () => {
  server = await folder.start("--rate-limit", "0", "--log-level", "error");
  await spareThisMachine(server);
});

const iso = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const fields = (value: object) => Object.keys(value).sort().join(" ");
const sorted = (names: string) => names.split(" ").sort().join(" ");

const row =
  "investigation_id query depth mode scope status curiosity_id started_at dispatched_at " +
  "completed_at estimated_completion_seconds reading progress freshness summary error links";
const reading =
  "route behaviour text confidence detections tables filters aggregate absent hosts tags " +
  "time_window path parts sql merge_sql suggestions";

/** A reading without the optional fields of ours. */
const contractOf = ({
  ignored: _,
  alternatives: __,
  posture: ___,
  read_by: ____,
  ...own
}: Record<string, unknown>) => own;

const question = "services listening on all interfaces";

/** Something for the question above to find on any machine. */
async function listenEverywhere(): Promise<void> {
  const listener = createServer().listen(0, "0.0.0.0");
  await once(listener, "listening");
  onTestFinished(() => void listener.close());
}

test("a trigger, its investigation and its list row have the contract's fields, no more", async () => {
  const body = { query: "  SELECT name FROM os_version  ", depth: "quick" };
  const triggered = await server.call("POST", "/v1/investigations", { body });
  expect(triggered.status).toBe(202);
  expect(fields(triggered.body)).toBe(
    sorted("investigation_id status estimated_completion_seconds links freshness"),
  );
  const { investigation_id: id } = triggered.body;
  expect(id).toMatch(/^inv_[0-9a-z]{26}$/);
  expect(triggered.body.links).toEqual({
    self: `/v1/investigations/${id}`,
    cancel: `/v1/investigations/${id}`,
    stream: `/v1/investigations/${id}/stream`,
  });
  expect(fields(triggered.body.freshness)).toBe(
    sorted(
      "mode evaluated_at newest_at oldest_at max_age_seconds agents stale_after_seconds recommendation",
    ),
  );

  const whole = await server.outcome(id);
  expect(fields(whole)).toBe(sorted(`${row} findings chains`));
  expect(whole).toMatchObject({
    query: "SELECT name FROM os_version",
    depth: "quick",
    mode: "auto",
    scope: { type: "selector" },
    status: "completed",
    curiosity_id: null,
    started_at: iso,
    dispatched_at: iso,
    completed_at: iso,
    error: null,
    progress: { phase: "done", percent: 100, updated_at: iso },
  });
  expect(fields(contractOf(whole.reading))).toBe(sorted(reading));
  expect(whole.reading).toMatchObject({ route: ["facts"], sql: [whole.query], parts: null });
  expect(fields(whole.progress)).toBe(
    sorted("phase percent agents plans findings chains message updated_at"),
  );
  expect(fields(whole.summary)).toBe(
    sorted("narrative severity answer findings_by_severity checks coverage"),
  );
  expect(whole.summary).toMatchObject({
    severity: "info",
    findings_by_severity: { info: 0, low: 0, medium: 0, high: 0, critical: 0 },
    answer: { columns: ["name"], row_count: 1, truncated: false },
  });
  expect(fields(whole.summary.coverage)).toBe(
    sorted("agents_targeted agents_answered unanswered cached live"),
  );

  const { body: page } = await server.call("GET", "/v1/investigations");
  const listed = page.investigations.find(
    (one: { investigation_id: string }) => one.investigation_id === id,
  );
  expect(fields(listed)).toBe(sorted(row));
  expect(fields(listed.summary)).toBe(sorted("narrative severity"));
});

test("a live investigation has no freshness, neither at the trigger nor later", async () => {
  const body = { query: "SELECT 1 AS one", mode: "live" };
  const triggered = await server.call("POST", "/v1/investigations", { body });
  expect(triggered.body).not.toHaveProperty("freshness");
  expect((await server.outcome(triggered.body.investigation_id)).freshness).toBeNull();
});

test("an answer is truncated at 500 rows and marked; integers beyond 2^53 keep their digits", async () => {
  const numbers =
    "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 501) SELECT n FROM c";
  const { summary } = await server.outcome(await server.ask(numbers));
  expect(summary.answer.rows).toHaveLength(500);
  expect(summary.answer).toMatchObject({ row_count: 501, truncated: true });
  const big = await server.outcome(await server.ask("SELECT 9007199254740993 AS n, NULL AS none"));
  expect(big.summary.answer).toMatchObject({ rows: [["9007199254740993", null]] });
});

test("the stream has every event with increasing ids, resumes anywhere and ends with the outcome", async () => {
  await listenEverywhere();
  const id = await server.ask(question, { mode: "live" });
  const told = [];
  for await (const event of server.stream(id)) told.push(event);
  const ids = told.map((event) => Number(event.id));
  expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b));
  expect(told[0]).toMatchObject({ event: "status", data: '{"status":"queued"}' });
  expect(told.at(-1)).toMatchObject({ event: "status", data: '{"status":"completed"}' });
  const { findings } = await server.outcome(id);
  const foundOnStream = told.filter(({ event }) => event === "finding");
  expect(findings).not.toEqual([]);
  expect(foundOnStream.map(({ data }) => JSON.parse(data))).toEqual(findings);

  for (const { id: last } of told) {
    const rest = [];
    for await (const event of server.stream(id, last)) rest.push(event);
    // Superseded progress may be left out, all else comes again.
    const due = told.filter((event) => Number(event.id) > Number(last));
    expect(rest.filter(({ event }) => event !== "progress")).toEqual(
      due.filter(({ event }) => event !== "progress"),
    );
  }
});

test("a running investigation has progress; a cancelled one has an end and no summary", async () => {
  const id = await server.ask(endless(), { mode: "live" });
  const seen = [];
  for (;;) {
    const { body } = await server.call("GET", `/v1/investigations/${id}`);
    seen.push(body);
    if (body.status !== "queued") break;
  }
  for (const { status, progress, dispatched_at, completed_at, summary } of seen) {
    expect({ status, hasProgress: progress !== null, dispatched: dispatched_at !== null }).toEqual({
      status,
      hasProgress: status === "running",
      dispatched: status === "running",
    });
    expect([completed_at, summary]).toEqual([null, null]);
  }
  for (let again = 0; again < 2; again++) {
    const headers = { "content-type": "application/json" };
    const answer = await server.call("DELETE", `/v1/investigations/${id}`, { headers });
    expect(answer).toMatchObject({ status: 200, body: { ok: true, status: "cancelled" } });
    expect(fields(answer.body)).toBe("ok status");
  }
  const { body } = await server.call("GET", `/v1/investigations/${id}`);
  expect(body).toMatchObject({
    status: "cancelled",
    completed_at: iso,
    summary: null,
    error: null,
  });
  const told = [];
  for await (const { event, data } of server.stream(id)) told.push({ event, data });
  expect(told.at(-1)).toEqual({ event: "status", data: '{"status":"cancelled"}' });
});

test.each([
  ["qwzx vrrp blargh", "not_understood"],
  ["what is the weather in Paris?", "not_understood"],
  ["delete the user bob", "refused"],
  ["SELECT 1; SELECT 2", "refused"],
  ["DELETE FROM users", "refused"],
  ["PRAGMA table_info(users)", "refused"],
  ["ATTACH 'x' AS y", "refused"],
  ["SELECT writefile('/tmp/never', 'x')", "refused"],
  ["SELECT load_extension('x')", "refused"],
])("%j makes no plan and fails as %s", async (query, code) => {
  const failed = await server.outcome(await server.ask(query));
  expect(failed).toMatchObject({
    status: "failed",
    error: { code },
    started_at: iso,
    dispatched_at: null,
    completed_at: iso,
    progress: null,
    summary: null,
  });
  expect(fields(failed.error)).toBe("code message");
  if (code === "refused") return;
  expect(failed.reading.suggestions.length).toBeGreaterThan(0);
  for (const suggestion of failed.reading.suggestions) {
    const body = { query: suggestion };
    const read = await server.call("POST", "/v1/interpretations", { body });
    expect(fields(contractOf(read.body))).toBe(sorted(reading));
    expect({ suggestion, behaviour: read.body.behaviour }).toEqual({
      suggestion,
      behaviour: "answer",
    });
  }
});

test("a finding has its evidence, and a verdict on it changes the confidence of the next", async () => {
  await listenEverywhere();
  const find = async () => {
    const { investigation_id, findings } = await server.outcome(
      await server.ask(question, { mode: "live" }),
    );
    return { id: investigation_id, finding: findings[0] };
  };
  const { id, finding } = await find();
  expect(fields(finding)).toBe(
    sorted(
      "finding_id detection_id title severity confidence agent_id hostname tags evidence attack remediation receipt",
    ),
  );
  expect(finding.finding_id).toMatch(/^fnd_[0-9a-z]{26}$/);
  expect(fields(finding.evidence)).toBe(sorted("sql columns rows row_count"));
  for (const line of finding.evidence.rows) {
    expect(line).toHaveLength(finding.evidence.columns.length);
  }

  const detection = `/v1/detections/${finding.detection_id}`;
  const before = (await server.call("GET", detection)).body;
  expect(fields(before)).toBe(
    sorted("id title description severity platforms attack tables calibration"),
  );
  expect(finding.confidence).toBe(before.calibration.confidence);
  const path = `/v1/investigations/${id}/findings/${finding.finding_id}/verdict`;
  const body = { verdict: "false_positive", note: "meant to be open" };
  expect((await server.call("POST", path, { body })).status).toBe(200);
  const { calibration } = (await server.call("GET", detection)).body;
  expect(calibration.false_positives).toBe(before.calibration.false_positives + 1);
  expect((await find()).finding.confidence).toBe(calibration.confidence);
  const kept = (await server.call("GET", `/v1/investigations/${id}`)).body;
  expect(kept.findings[0].confidence).toBe(finding.confidence);
});
