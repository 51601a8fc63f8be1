import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http";
import { createServer as createHttps, type ServerOptions } from "node:https";
import { type AddressInfo, createServer as createTcp } from "node:net";
import { gunzipSync } from "node:zlib";
import { expect, onTestFinished, test } from "vitest";
import { type BrainPort, BrainUnavailable } from "../../../../src/agent/brain-port.ts";
import type { TlsFiles } from "../../../../src/agent/config/read-tls-files.ts";
import { createHttpBrain, type HttpBrainTimeouts } from "../../../../src/agent/http/http-brain.ts";
import { parseRetryAfter } from "../../../../src/agent/http/response-error.ts";
import { createSigningKey } from "../../../../src/plan/key-seed.ts";
import { proofHeader, sequenceHeader, verifyRequest } from "../../../../src/plan/request-proof.ts";
import { type Authority, authority } from "../../../helpers/authority.ts";
import { hasOpenssl } from "../../../helpers/certificate.ts";
import { temporaryFolder } from "../../../helpers/temporary-folder.ts";

const settings = {
  agent_id: "a",
  wait_seconds: 60,
  snapshot_interval_seconds: 900,
  denied_tables: [],
  revision: "r1",
};
const never = new AbortController().signal;
const { key } = createSigningKey();

async function listening(server: Server, host = "127.0.0.1"): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

const serving = async (listener: RequestListener) =>
  `http://127.0.0.1:${await listening(createServer(listener))}`;

function brainAt(
  url: string,
  { tls = {}, timeouts = {} }: { tls?: TlsFiles; timeouts?: Partial<HttpBrainTimeouts> } = {},
): BrainPort {
  const clock = { now: () => Date.parse("2026-11-20T12:00:00Z") };
  const options = { url, apiKey: "iq_k", agentKey: key, tls, userAgent: "test/1" };
  const brain = createHttpBrain({ ...options, clock, timeouts });
  onTestFinished(() => brain.close());
  return brain;
}

async function failureOf(work: Promise<unknown>): Promise<BrainUnavailable> {
  const error = await work.then(
    () => expect.unreachable(),
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(BrainUnavailable);
  return error as BrainUnavailable;
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

const json = (value: unknown, status = 200): RequestListener => {
  return (request, response) => {
    request.resume();
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
  };
};

test("each call goes to its route with the API key, and returns the parsed response", async () => {
  const heard: string[] = [];
  const url = await serving((request, response) => {
    const { method, headers } = request;
    heard.push(`${method} ${request.url} ${headers.authorization} ${headers["user-agent"]}`);
    request.resume();
    if (method === "GET") {
      response.setHeader("x-agent-settings", "r2");
      if (request.url?.endsWith("wait=0")) return void response.writeHead(204).end();
    }
    const plan = { payload: "p", signature: "s", mac: "m", key_id: "k" };
    const answers = { ...settings, plans: [plan], status: "accepted", missing: ["users"] };
    response.end(JSON.stringify(answers));
  });
  const brain = brainAt(url);
  const receipt = { payload: "AA==", signature: "AA==" };
  expect(await brain.register({} as never, never)).toEqual(settings);
  expect(await brain.heartbeat("a b", {}, never)).toEqual(settings);
  expect(await brain.poll("a b", 0, never)).toEqual({ plans: [], settingsRevision: "r2" });
  const polled = await brain.poll("a", 60, never);
  expect(polled.plans).toEqual([{ payload: "p", signature: "s", mac: "m", key_id: "k" }]);
  expect(await brain.sendResult({ agentId: "a", planId: "pln_1", receipt }, never)).toBe(
    "accepted",
  );
  expect(await brain.sendSnapshot("a", receipt, never)).toEqual({ missing: ["users"] });
  await brain.disconnect("a", never);
  expect(heard).toEqual(
    [
      "POST /v1/agents/register",
      "POST /v1/agents/a%20b/heartbeat",
      "GET /v1/agents/a%20b/plans?wait=0",
      "GET /v1/agents/a/plans?wait=60",
      "POST /v1/agents/a/plans/pln_1/results",
      "PUT /v1/agents/a/snapshots",
      "POST /v1/agents/a/disconnect",
    ].map((line) => `${line} Bearer iq_k test/1`),
  );
});

test("a large body is compressed, a small one is not", async () => {
  const bodies: { encoding: string | undefined; body: Buffer }[] = [];
  const url = await serving(async (request, response) => {
    bodies.push({ encoding: request.headers["content-encoding"], body: await bodyOf(request) });
    response.end(JSON.stringify({ status: "accepted" }));
  });
  const brain = brainAt(url);
  for (const payload of ["AA==", "A".repeat(100_000)])
    await brain.sendResult(
      { agentId: "a", planId: "p", receipt: { payload, signature: "AA==" } },
      never,
    );
  const [small, large] = bodies;
  expect(small).toMatchObject({ encoding: undefined });
  expect(large!.encoding).toBe("gzip");
  expect(large!.body.length).toBeLessThan(1_000);
  expect(JSON.parse(gunzipSync(large!.body).toString()).payload).toHaveLength(100_000);
});

test.each([
  [401, { error: "invalid_api_key" }, "refused", "Check api_key"],
  [403, { error: "insufficient_scope" }, "refused", "agents:connect"],
  [403, { error: "client_certificate_required", message: "Show one." }, "refused", "Show one."],
  [404, { error: "not_found" }, "unknown_agent", "does not know this agent"],
  [404, "<html>", "unreachable", "not an inquest server"],
  [429, { error: "rate_limit_exceeded" }, "busy", "rate limiting"],
  [
    400,
    { error: "x", message: "No.", issues: [{ path: "tags", message: "too many" }] },
    "rejected",
    "tags: too many",
  ],
  [
    409,
    { error: "agent_id_in_use", message: "Another agent is." },
    "rejected",
    "Another agent is.",
  ],
  [413, {}, "rejected", "413"],
  [500, { error: "internal_error" }, "unreachable", "500"],
  [503, "", "unreachable", "503"],
  [302, "", "unreachable", "redirect"],
  [200, "<html>welcome</html>", "unreachable", "invalid response"],
  [200, { ...settings, wait_seconds: 1e9 }, "unreachable", "invalid response"],
  [200, { ...settings, snapshot_interval_seconds: 0 }, "unreachable", "invalid response"],
] as const)("a response of %i %j is %s", async (status, body, reason, text) => {
  const url = await serving(json(body, status));
  const failure = await failureOf(brainAt(url).register({} as never, never));
  expect(failure.reason).toBe(reason);
  expect(failure.message).toContain(text);
});

test("a brain's message can't inject terminal control sequences into the log", async () => {
  const url = await serving(json({ error: "x", message: `\u001b[2J${"x".repeat(5_000)}` }, 400));
  const { message } = await failureOf(brainAt(url).register({} as never, never));
  expect(message).not.toContain("\u001b");
  expect(message.length).toBeLessThan(500);
});

test("a redirect is not followed", async () => {
  let visits = 0;
  const elsewhere = await serving((_, response) => {
    visits += 1;
    response.end("{}");
  });
  const url = await serving((_, response) =>
    response.writeHead(307, { location: elsewhere }).end(),
  );
  await failureOf(brainAt(url).register({} as never, never));
  expect(visits).toBe(0);
});

test("Retry-After is read, in seconds or as a date", async () => {
  const url = await serving((request, response) => {
    request.resume();
    response.writeHead(429, { "retry-after": "17" }).end();
  });
  expect((await failureOf(brainAt(url).poll("a", 0, never))).retryAfterMs).toBe(17_000);
  const nowMs = Date.parse("2026-11-20T12:00:00Z");
  expect(parseRetryAfter("Fri, 20 Nov 2026 12:00:30 GMT", nowMs)).toBe(30_000);
  expect(parseRetryAfter("Fri, 20 Nov 2026 11:00:00 GMT", nowMs)).toBe(0);
  expect(parseRetryAfter("soon", nowMs)).toBeNull();
});

test("an endless response is aborted", async () => {
  const url = await serving((request, response) => {
    request.resume();
    const chunk = Buffer.alloc(64 << 10, "x");
    const write = () => {
      while (response.write(chunk));
      response.once("drain", write);
    };
    write();
  });
  const failure = await failureOf(brainAt(url).register({} as never, never));
  expect(failure).toMatchObject({ reason: "unreachable" });
  expect(failure.message).toContain("more than 1048576 bytes");
});

test("a request without a response times out", async () => {
  const url = await serving(() => {});
  const timeouts = { answerMs: 50, pollMs: 50 };
  const brain = brainAt(url, { timeouts });
  expect((await failureOf(brain.poll("a", 0, never))).message).toContain("timed out");
});

test("a poll ends when the agent stops", async () => {
  const stopping = new AbortController();
  const url = await serving(() => stopping.abort());
  await expect(brainAt(url).poll("a", 60, stopping.signal)).rejects.toThrow(/abort/i);
});

test("a connection that was closed while idle is not a failure", async () => {
  let connections = 0;
  const server = createServer((request, response) => {
    request.resume();
    response.end(JSON.stringify(settings));
    // Closed as soon as the answer is out, without a word of it.
    response.once("finish", () => setImmediate(() => request.socket.destroy()));
  });
  server.on("connection", () => {
    connections += 1;
  });
  const brain = brainAt(`http://127.0.0.1:${await listening(server)}`);
  for (let n = 0; n < 5; n++) expect(await brain.register({} as never, never)).toEqual(settings);
  expect(connections).toBeGreaterThan(1);
});

test("a refused connection and a port without TLS are distinguished", async () => {
  const closed = createTcp().listen(0, "127.0.0.1");
  await new Promise((resolve) => closed.once("listening", resolve));
  const { port } = closed.address() as AddressInfo;
  await new Promise((resolve) => closed.close(resolve));
  const refused = await failureOf(brainAt(`http://127.0.0.1:${port}`).poll("a", 0, never));
  expect(refused.message).toBe(`Connection refused: nothing listens on 127.0.0.1:${port}.`);
  const plain = await serving(json({}));
  const notTls = await failureOf(brainAt(plain.replace("http:", "https:")).poll("a", 0, never));
  expect(notTls.message).toContain("does not speak TLS");
});

async function overTls(options: ServerOptions, host = "127.0.0.1"): Promise<string> {
  const server = createHttps(options, json(settings));
  return `https://${host}:${await listening(server, host)}`;
}

const pairOf = ({ cert, key }: { cert: Buffer; key: Buffer }) => ({ cert, key });

function registerOver(url: string, tls: TlsFiles) {
  return brainAt(url, { tls }).register({} as never, never);
}

test.skipIf(!hasOpenssl)(
  "the brain's certificate is verified, and the error names the problem",
  async () => {
    const folder = temporaryFolder();
    const ca: Authority = authority(folder, "ca");
    const other = authority(folder, "other");
    const right = await overTls(pairOf(ca.sign("right")));
    expect(await registerOver(right, { ca: ca.cert })).toEqual(settings);

    const cases: [string, TlsFiles, string][] = [
      [right, {}, "does not trust; set ca_cert_path"],
      [right, { ca: other.cert }, "does not trust"],
      [await overTls(pairOf(ca.sign("expired", { days: -1 }))), { ca: ca.cert }, "has expired"],
      [await overTls(pairOf(ca.signForTomorrow("early"))), { ca: ca.cert }, "not valid yet"],
      [
        await overTls(pairOf(ca.sign("elsewhere")), "127.0.0.2"),
        { ca: ca.cert },
        "not for the name 127.0.0.2",
      ],
    ];
    for (const [url, tls, text] of cases) {
      const failure = await failureOf(registerOver(url, tls));
      expect(failure.reason).toBe("unreachable");
      expect(failure.message).toContain(text);
    }
  },
);

test.skipIf(!hasOpenssl)("a client certificate is sent, and its rejection is named", async () => {
  const folder = temporaryFolder();
  const ca = authority(folder, "ca");
  const mine = pairOf(ca.sign("agent"));
  const strangers = pairOf(authority(folder, "other").sign("agent"));
  const strict = { requestCert: true, rejectUnauthorized: true, ca: ca.cert };
  const url = await overTls({ ...pairOf(ca.sign("brain")), ...strict });
  expect(await registerOver(url, { ca: ca.cert, ...mine })).toEqual(settings);
  const refused = await failureOf(registerOver(url, { ca: ca.cert, ...strangers }));
  expect(refused.message).toMatch(/client_cert_path/);
  expect((await failureOf(registerOver(url, { ca: ca.cert }))).reason).toBe("unreachable");
});

test("registrations, heartbeats and polls are signed with increasing sequence numbers", async () => {
  const proofs: string[] = [];
  const url = await serving((request, response) => {
    proofs.push(String(request.headers[proofHeader]));
    response.writeHead(204).end();
  });
  const brain = brainAt(url);
  await brain.poll("web-1", 0, never);
  await brain.poll("web-1", 0, never);
  const request = { operation: "poll", agentId: "web-1", body: null } as const;
  const sequences = proofs.map((proof) =>
    verifyRequest(request, { proof, publicKey: key.publicKey }),
  );
  const now = Date.parse("2026-11-20T12:00:00Z");
  expect(sequences).toEqual([now, now + 1]);
});

test("after the clock was set back, the agent continues above the highest sequence number", async () => {
  const last = Date.parse("2026-11-21T12:00:00Z");
  const seen: number[] = [];
  const url = await serving((request, response) => {
    const sequence = Number.parseInt(String(request.headers[proofHeader]), 10);
    seen.push(sequence);
    if (sequence > last) return response.writeHead(204).end();
    response.writeHead(409, { [sequenceHeader]: last });
    response.end('{"error":"agent_request_repeated"}');
  });
  expect(await brainAt(url).poll("web-1", 0, never)).toMatchObject({ plans: [] });
  expect(seen).toEqual([Date.parse("2026-11-20T12:00:00Z"), last + 1]);
});
