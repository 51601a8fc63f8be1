import { spawnSync } from "node:child_process";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import fc from "fast-check";
import { pino } from "pino";
import { expect, test } from "vitest";
import { Signed } from "../../../../src/contract/agent.ts";
import { handMadeAgent } from "../../../helpers/hand-made-agent.ts";
import { startTestServer } from "../../../helpers/test-server.ts";

const gzip = { "content-type": "application/json", "content-encoding": "gzip" };
const question = '{"query":"who is root?"}';

async function server() {
  // The cause of a 500 is in the log alone.
  const { call } = await startTestServer({ log: pino({ level: "error" }) });
  const post = (payload: Buffer | string, headers: Record<string, string> = gzip) =>
    call("POST", "/v1/investigations", { payload, headers });
  return { call, post };
}

test.each(["gzip", "GZIP", " x-gzip "])(
  "a body with Content-Encoding %j is decompressed",
  async (coding) => {
    const { post } = await server();
    const headers = { ...gzip, "content-encoding": coding };
    expect((await post(gzipSync(question), headers)).status).toBe(202);
  },
);

test("identity is accepted as no encoding", async () => {
  const { post } = await server();
  expect((await post(question, { ...gzip, "content-encoding": "identity" })).status).toBe(202);
});

test.each([
  ["deflate", deflateSync(question)],
  ["br", brotliCompressSync(question)],
  ["gzip, gzip", gzipSync(gzipSync(question))],
  ["utf-8", Buffer.from(question)],
])("a body in %s gets an error that names gzip", async (coding, payload) => {
  const { post } = await server();
  const { status, body } = await post(payload, { ...gzip, "content-encoding": coding });
  expect(status).toBe(415);
  expect(body).toMatchObject({ error: "unsupported_media_type" });
  expect(body.message).toContain("gzip");
});

test("invalid or truncated gzip is one issue", async () => {
  const { post } = await server();
  const compressed = gzipSync(question);
  const flipped = Buffer.from(compressed);
  flipped[15]! ^= 1;
  for (const payload of [Buffer.from(question), compressed.subarray(0, -9), flipped]) {
    expect(await post(payload)).toMatchObject({
      status: 400,
      body: { error: "validation_error", issues: [{ path: "" }] },
    });
  }
});

test("no bytes sent as gzip cause a server error", async () => {
  const { post } = await server();
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 200 }),
    fc.uint8Array({ maxLength: 200 }).map((inner) => gzipSync(inner)),
    fc.json().map((text) => gzipSync(text)),
  );
  await fc.assert(
    fc.asyncProperty(bytes, async (payload) => {
      const { status, body } = await post(Buffer.from(payload));
      expect({ status, hasIssues: "issues" in body }).toEqual({ status: 400, hasIssues: true });
    }),
    { numRuns: 200 },
  );
});

/** A JSON body of the given size for a route with a signed body. */
const signedOf = (bytes: number) => {
  const frame = '{"payload":"","signature":"AAAA"}';
  return frame.replace('""', `"${"A".repeat(bytes - frame.length)}"`);
};

test.each([
  ["a heartbeat", "POST", "heartbeat", 1],
  ["a result", "POST", "plans/pln_x/results", 16],
  ["a snapshot", "PUT", "snapshots", 16],
] as const)(
  "the body of %s can have up to its limit in bytes, compressed or not",
  async (_, method, path, mebibytes) => {
    const { call } = await server();
    const agent = handMadeAgent("web-1");
    await call("POST", "/v1/agents/register", { json: agent.registration });
    const limit = mebibytes << 20;
    const [full, over] = [signedOf(limit), signedOf(limit + 1)];
    const plain = { "content-type": "application/json" };
    const send = (payload: string | Buffer, headers: Record<string, string>) =>
      call(method, `${agent.path}/${path}`, { payload, headers });
    for (const read of [await send(full, plain), await send(gzipSync(full), gzip)])
      expect([400, 404]).toContain(read.status);
    for (const rejected of [await send(over, plain), await send(gzipSync(over), gzip)]) {
      const message = `The body is larger than ${mebibytes} MiB.`;
      expect(rejected).toMatchObject({
        status: 413,
        body: { error: "payload_too_large", message },
      });
    }
  },
);

test("the pattern of a signed body holds for 16 MiB in a process where V8 no longer optimizes", () => {
  const { pattern } = JSON.parse(JSON.stringify(Signed.properties.payload));
  const program = `console.log(new RegExp(${JSON.stringify(pattern)}, "u").test("A".repeat(16 << 20)))`;
  const { stdout, stderr } = spawnSync(process.execPath, [
    "--no-regexp-optimization",
    "-e",
    program,
  ]);
  expect([String(stdout), String(stderr)]).toEqual(["true\n", ""]);
});

test("a body that would decompress to 1 GB is rejected", async () => {
  const { call } = await server();
  const agent = handMadeAgent("web-1");
  await call("POST", "/v1/agents/register", { json: agent.registration });
  // A gzip file can have several members: 16 times 64 MiB of zeros.
  const member = gzipSync(Buffer.alloc(64 << 20), { level: 9 });
  const payload = Buffer.concat(Array.from({ length: 16 }, () => member));
  const before = process.memoryUsage.rss();
  const bomb = await call("PUT", `${agent.path}/snapshots`, { payload, headers: gzip });
  expect(bomb.status).toBe(413);
  expect(process.memoryUsage.rss() - before).toBeLessThan(200 << 20);
});
