import { chmodSync, chownSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import { createServer as createTlsServer, type ServerOptions } from "node:https";
import { type AddressInfo, createServer as createTcpServer, type Server } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { checkAgent } from "../../../../src/agent/check/check-agent.ts";
import { checkCacheFolder } from "../../../../src/agent/check/check-cache-folder.ts";
import type { Check } from "../../../../src/agent/check/types.ts";
import { createSigningKey } from "../../../../src/plan/key-seed.ts";
import { authority } from "../../../helpers/authority.ts";
import { hasOpenssl } from "../../../helpers/certificate.ts";
import { temporaryFolder } from "../../../helpers/temporary-folder.ts";

const withOpenssl = test.skipIf(!hasOpenssl);
const { key: planKey } = createSigningKey();
const planKeyBody = {
  algorithm: "ed25519",
  public_key: planKey.publicKey.toString("base64"),
  previous: [] as object[],
};

/** A brain that answers like the real one to a key that may connect agents. */
const brain =
  ({
    planKey = planKeyBody as unknown,
    register = [400, {}] as [number, unknown],
    date = 0,
  } = {}): RequestListener =>
  (request, response) => {
    const isKey = request.method === "GET" && request.url === "/v1/plan-key";
    const [status, body] = isKey ? [200, planKey] : register;
    const headers = date ? { date: new Date(Date.now() + date).toUTCString() } : {};
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(JSON.stringify(body));
  };

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => new Promise((resolve) => server.close(() => resolve())));
  return (server.address() as AddressInfo).port;
}

const overHttp = async (listener = brain()) =>
  `http://127.0.0.1:${await listen(createServer(listener))}`;
const overTls = async (options: ServerOptions, listener = brain()) =>
  `https://localhost:${await listen(createTlsServer(options, listener))}`;

/** Every check, by name, of a config with these fields. */
async function check(fields: Record<string, unknown>) {
  const folder = temporaryFolder();
  const file = join(folder, "agent.json");
  const config = { api_key: "iq_a_b", cache_dir: join(folder, "cache"), ...fields };
  writeFileSync(file, JSON.stringify(config), { mode: 0o600 });
  const place = { hostname: "web1", home: folder, platform: process.platform };
  const clock = { now: () => Date.now() };
  const checks = await checkAgent({ file, env: {}, flags: {}, machine: place }, clock);
  return Object.fromEntries(checks.map((one) => [one.name, one])) as Record<Check["name"], Check>;
}

const statuses = (checks: Record<string, Check>) =>
  Object.fromEntries(Object.entries(checks).map(([name, { status }]) => [name, status]));

function pinned(content: unknown = planKeyBody): string {
  const path = join(temporaryFolder(), "plan-key.json");
  writeFileSync(path, JSON.stringify(content));
  return path;
}

test("a correct setup passes every check", async () => {
  const checks = await check({ brain_url: await overHttp(), verify_key_path: pinned() });
  expect(new Set(Object.values(statuses(checks)))).toEqual(new Set(["ok"]));
  expect(Object.keys(checks)).toHaveLength(9);
  expect(checks.config.message).toMatch(/^Agent service-web1, server http/);
});

test("an invalid config is the only check reported", async () => {
  expect(await check({ brain_url: "http://brain.test" })).toEqual({
    config: expect.objectContaining({ status: "failed", hint: expect.stringContaining("https") }),
  });
});

test("an unreadable file is reported before any request", async () => {
  const requested: string[] = [];
  const brain_url = await overHttp((request) => void requested.push(request.url!));
  const checks = await check({ brain_url, verify_key_path: "/absent" });
  expect(statuses(checks)).toEqual({ config: "ok", files: "failed", cache_folder: "ok" });
  expect(requested).toEqual([]);
});

test("an unresolvable name and a closed port are distinguished; later checks are skipped", async () => {
  const unresolved = await check({ brain_url: "https://brain.invalid" });
  expect(unresolved.reach).toMatchObject({
    status: "failed",
    message: expect.stringMatching(/resolve/),
  });
  const server = createTcpServer();
  const port = await listen(server);
  server.close();
  const closed = await check({ brain_url: `https://127.0.0.1:${port}` });
  expect(closed.reach.message).toMatch(/does not accept connections .*ECONNREFUSED/);
  for (const name of ["tls", "plan_key", "clock", "api_key"] as const)
    expect(closed[name].status).toBe("skipped");
});

test("a key that is unknown, lacks the scope or is rate limited is reported, as is any other response", async () => {
  const answers: [[number, unknown], Check["status"], RegExp][] = [
    [[401, { error: "invalid_api_key" }], "failed", /does not accept the API key/],
    [
      [403, { error: "insufficient_scope", missing_scope: "agents:connect" }],
      "failed",
      /lacks agents:connect/,
    ],
    [
      [403, { error: "client_certificate_required", message: "Show one." }],
      "failed",
      /client certificate: Show/,
    ],
    [[429, { error: "rate_limit_exceeded" }], "warning", /rate limiting/],
    [[404, "<html>"], "failed", /returned 404/],
  ];
  for (const [register, status, message] of answers) {
    const { api_key } = await check({ brain_url: await overHttp(brain({ register })) });
    expect(api_key).toMatchObject({ status, message: expect.stringMatching(message) });
    expect(api_key.message + api_key.hint).not.toContain("iq_a_b");
  }
});

test("the pinned plan key is compared with the brain's and with the ones it replaced", async () => {
  const other = { ...planKeyBody, public_key: createSigningKey().key.publicKey.toString("base64") };
  const old = {
    public_key: planKeyBody.public_key,
    key_id: "x",
    expires_at: "2031-01-01T00:00:00.000Z",
  };
  const checked = async (planKey: unknown, verify_key_path: string | null = pinned()) => {
    const brain_url = await overHttp(brain({ planKey }));
    return (await check({ brain_url, ...(verify_key_path && { verify_key_path }) })).plan_key;
  };
  expect(await checked(other)).toMatchObject({
    status: "failed",
    message: expect.stringMatching(/is not the server's/),
  });
  expect(await checked({ ...other, previous: [old] })).toMatchObject({
    status: "warning",
    message: expect.stringMatching(/valid until 2031/),
  });
  expect(await checked(planKeyBody, null)).toMatchObject({
    status: "warning",
    message: expect.stringMatching(/No plan key is pinned.*SHA256:/),
  });
  for (const body of ["<html>", {}, { public_key: 7 }, null])
    expect(await checked(body)).toMatchObject({
      status: "failed",
      message: expect.stringMatching(/not lead to an inquest/),
    });
});

test("clock skew is a warning, and a failure once plans would be refused", async () => {
  for (const [date, status, message] of [
    [-20_000, "ok", /within/],
    [-45_000, "warning", /4\d s ahead of/],
    [45_000, "warning", /4\d s behind/],
    [-3_600_000, "failed", /ahead of the server's: plans will be refused/],
    [3_600_000, "failed", /behind the server's: plans will be refused/],
  ] as const) {
    const { clock } = await check({ brain_url: await overHttp(brain({ date })) });
    expect(clock).toMatchObject({ status, message: expect.stringMatching(message) });
  }
});

test("a port without TLS, and one that closes the connection, are reported", async () => {
  const plain = (await overHttp()).replace("http:", "https:");
  expect((await check({ brain_url: plain })).tls).toMatchObject({
    status: "failed",
    message: expect.stringMatching(/TLS with 127.0.0.1 port \d+ failed/),
  });
  const closing = await overHttp((request) => request.socket.destroy());
  expect((await check({ brain_url: closing })).plan_key).toMatchObject({
    status: "failed",
    message: expect.stringMatching(/ECONNRESET/),
  });
});

withOpenssl(
  "the brain's certificate: trusted, unknown CA, other name, near expiry, expired",
  async () => {
    const folder = temporaryFolder();
    const ca = authority(folder, "ours");
    const checked = async (subject: string, days: number, over: Record<string, unknown> = {}) => {
      const brain_url = await overTls(ca.sign(subject, { days }));
      return (await check({ brain_url, ca_cert_path: ca.certPath, ...over })).tls;
    };
    expect(await checked("long", 90)).toMatchObject({
      status: "ok",
      message: expect.stringMatching(/valid for (89|90) more days/),
    });
    expect(await checked("short", 3)).toMatchObject({ status: "warning" });
    expect(await checked("over", -1)).toMatchObject({
      status: "failed",
      message: expect.stringMatching(/expired on/),
    });
    const other = authority(folder, "other").certPath;
    expect(await checked("strange", 90, { ca_cert_path: other })).toMatchObject({
      status: "failed",
      message: expect.stringMatching(/strange\) is not trusted/),
      hint: expect.stringContaining("ca_cert_path"),
    });
  },
);

withOpenssl("a certificate for another name is reported", async () => {
  const ca = authority(temporaryFolder(), "ours");
  const server = createTlsServer(
    ca.sign("other", { extensions: ["subjectAltName=DNS:other.test"] }),
    brain(),
  );
  const brain_url = `https://localhost:${await listen(server)}`;
  expect((await check({ brain_url, ca_cert_path: ca.certPath })).tls).toMatchObject({
    status: "failed",
    message: expect.stringMatching(/ERR_TLS_CERT_ALTNAME_INVALID/),
    hint: expect.stringMatching(/host name in brain_url/),
  });
});

withOpenssl("a client certificate is accepted, rejected, expired or missing", async () => {
  const folder = temporaryFolder();
  const [ca, other] = [authority(folder, "ours"), authority(folder, "other")];
  const brain_url = await overTls({
    ...ca.sign("brain", { days: 90 }),
    ca: ca.cert,
    requestCert: true,
    rejectUnauthorized: true,
  });
  const checked = (client?: { certPath: string; keyPath: string }) =>
    check({
      brain_url,
      ca_cert_path: ca.certPath,
      ...(client && { client_cert_path: client.certPath, client_key_path: client.keyPath }),
    });
  const right = await checked(ca.sign("web1", { days: 90 }));
  expect(statuses(right)).toMatchObject({ client_certificate: "ok", tls: "ok", api_key: "ok" });
  const expired = await checked(ca.sign("web2", { days: -1 }));
  expect(statuses(expired)).toMatchObject({
    client_certificate: "failed",
    plan_key: "failed",
    clock: "skipped",
  });
  const foreign = await checked(other.sign("web3", { days: 90 }));
  expect(statuses(foreign)).toMatchObject({
    client_certificate: "ok",
    plan_key: "failed",
    api_key: "failed",
  });
  expect(foreign.plan_key.hint).toMatch(/--client-ca|rejected/);
  expect(statuses(await checked())).toMatchObject({ client_certificate: "ok", plan_key: "failed" });
});

test.skipIf(process.getuid?.() !== 0)(
  "finding 9: a cache folder of another user is reported",
  () => {
    const folder = temporaryFolder();
    chownSync(folder, 65_534, 65_534);
    expect(checkCacheFolder(folder)).toMatchObject({
      status: "failed",
      message: `${folder} belongs to another user (uid 65534).`,
    });
  },
);

test("a cache folder that is open to others, not a folder or not writable is reported", () => {
  const folder = temporaryFolder();
  expect(checkCacheFolder(join(folder, "a", "b"))).toMatchObject({ status: "ok" });
  const open = join(folder, "open");
  mkdirSync(open);
  chmodSync(open, 0o755);
  expect(checkCacheFolder(open)).toMatchObject({ status: "warning", hint: `chmod 700 ${open}` });
  chmodSync(open, 0o700);
  expect(checkCacheFolder(open)).toMatchObject({ status: "ok" });
  rmSync(open, { recursive: true });
  writeFileSync(open, "");
  expect(checkCacheFolder(open)).toMatchObject({
    status: "failed",
    message: `${open} is not a folder.`,
  });
  expect(checkCacheFolder("/proc/inquest")).toMatchObject({ status: "failed" });
});
