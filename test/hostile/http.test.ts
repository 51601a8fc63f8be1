import { once } from "node:events";
import { createServer, request } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { limitConnections } from "../../src/server/limits/connection-limits.ts";
import { listen } from "../../src/server/listen.ts";
import { createSender } from "../../src/webhooks/sender/create-sender.ts";
import { startTestServer } from "../helpers/test-server.ts";

async function listening() {
  const server = await startTestServer({ heartbeatMs: 15_000 });
  const url = await listen(server.app, { host: "127.0.0.1", port: 0 });
  const { port } = server.app.server.address() as AddressInfo;
  const open = async (text = ""): Promise<Socket> => {
    const socket = connect({ host: "127.0.0.1", port, allowHalfOpen: true });
    onTestFinished(() => void socket.destroy());
    socket.on("error", () => {});
    await once(socket, "connect");
    socket.write(text);
    return socket;
  };
  return { ...server, url, port, open };
}

test("finding 12: a request whose body never ends is closed, and so is one that never begins", async () => {
  const { app, account, open } = await listening();
  expect(app.server.requestTimeout).toBeLessThanOrEqual(120_000);
  expect(app.server.timeout).toBeLessThanOrEqual(150_000);
  expect(app.server.maxConnections).toBeLessThan(40_000);
  app.server.requestTimeout = 500;
  app.server.headersTimeout = 500;
  const head = `POST /v1/investigations HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${account.key.key}\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{`;
  const slow = await open(head);
  // A byte now and then keeps a connection from being idle.
  const drip = setInterval(() => slow.write(" "), 100);
  onTestFinished(() => clearInterval(drip));
  const silent = await open();
  for (const socket of [slow, silent]) socket.resume();
  await Promise.all([slow, silent].map((socket) => once(socket, "end")));
  clearInterval(drip);
}, 30_000);

test("finding 12: a flood of connections without a key closes its own, not those with a key", async () => {
  const server = createServer((request, response) => {
    limits.known(request.socket);
    response.end();
  }).listen(0, "127.0.0.1");
  const limits = limitConnections(server, 20);
  await once(server, "listening");
  onTestFinished(() => void server.close().closeAllConnections());
  const { port } = server.address() as AddressInfo;
  const open = async () => {
    const socket = connect(port, "127.0.0.1");
    socket.on("error", () => {}).resume();
    await once(socket, "connect");
    return socket;
  };
  const known = await open();
  known.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
  await once(known, "data");
  const flood = await Promise.all(Array.from({ length: 50 }, open));
  while (flood.filter(({ readyState }) => readyState === "open").length > 20)
    await Promise.race(flood.filter((one) => !one.closed).map((one) => once(one, "close")));
  known.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
  const [answer] = await once(known, "data");
  expect(String(answer)).toContain("HTTP/1.1 200");
});

/** The status of a request with this Host header. */
function statusFor(
  url: string,
  host: string,
  headers: Record<string, string> = {},
): Promise<number> {
  return new Promise((resolve, reject) => {
    request(url, { headers: { host, ...headers } }, (response) => {
      response.resume().on("end", () => resolve(response.statusCode ?? 0));
    })
      .on("error", reject)
      .end();
  });
}

test("finding 19: a page that lets its name resolve to 127.0.0.1 reads nothing without a key", async () => {
  const { url, account } = await listening();
  const key = { authorization: `Bearer ${account.key.key}` };
  for (const path of ["/metrics", "/docs", "/openapi.json"]) {
    for (const host of [
      "evil.example",
      "evil.example:7878",
      "127.0.0.1.evil.example",
      "localhost.evil",
    ])
      expect({ path, host, status: await statusFor(url + path, host) }).toMatchObject({
        status: 401,
      });
    for (const host of [
      "127.0.0.1:7878",
      "localhost",
      "[::1]:80",
      "192.0.2.1",
      "inquest.localhost",
    ])
      expect({ path, host, status: await statusFor(url + path, host) }).toMatchObject({
        status: 200,
      });
    expect(await statusFor(url + path, "inquest.example.com", key)).toBe(200);
  }
  for (const path of ["/healthz", "/readyz", "/v1/plan-key"])
    expect(await statusFor(url + path, "inquest.example.com")).toBe(200);
});

test("finding 20: a key can't hold open streams without end", async () => {
  const { url, account, keyWith } = await listening();
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  const stream = (key: string) =>
    fetch(`${url}/v1/webhooks/deliveries/stream`, {
      headers: { authorization: `Bearer ${key}` },
      signal: stop.signal,
    });
  const opened = await Promise.all(Array.from({ length: 256 }, () => stream(account.key.key)));
  expect(new Set(opened.map(({ status }) => status))).toEqual(new Set([200]));
  const refused = await stream(account.key.key);
  expect(refused.status).toBe(429);
  expect(refused.headers.get("retry-after")).toBe("10");
  expect(await refused.json()).toMatchObject({ error: "rate_limit_exceeded" });
  expect((await stream(await keyWith("webhooks:read"))).status).toBe(200);
  await opened[0]!.body!.cancel();
  while ((await stream(account.key.key)).status !== 200);
});

test("finding 22: a test of a webhook reveals no address of an internal name", async () => {
  const addresses: Record<string, string> = { "db.corp": "10.1.2.3", "loop.corp": "127.0.0.1" };
  const sender = createSender({
    allow: [],
    timeoutMs: 1_000,
    lookup: async (name) => [{ address: addresses[name] ?? "192.168.7.9" }],
    clock: { now: Date.now },
    userAgent: "test",
  });
  onTestFinished(() => sender.close());
  for (const host of [...Object.keys(addresses), "other.corp"]) {
    const check = await sender.check(`https://${host}/`);
    const { error } = await sender.send({ url: `https://${host}/`, headers: {}, body: "{}" });
    const reason = `${host} resolves to an address that is not public`;
    expect({ check, error }).toEqual({ check: { ok: false, reason }, error: reason });
  }
});
