import { randomBytes, X509Certificate } from "node:crypto";
import { once } from "node:events";
import { createServer as createHttpServer, type Server } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { provenFetch } from "../../../../src/compose/discovery/proven-fetch.ts";
import { proveServer } from "../../../../src/compose/keys/server-proof.ts";
import { formatEndpoint } from "../../../../src/contract/server-identity.ts";
import { hasOpenssl, selfSigned } from "../../../helpers/certificate.ts";
import { temporaryFolder } from "../../../helpers/temporary-folder.ts";

const secretKey = randomBytes(32);

interface Tls {
  cert: Buffer;
  key: Buffer;
}

const loopback = "127.0.0.1";

/** A server that proves to know `key`; its address, and the paths requested besides. */
async function serverWith({ key = secretKey, tls }: { key?: Buffer; tls?: Tls } = {}) {
  const asked: string[] = [];
  let proofs = 0;
  const server: Server = (tls ? createServer(tls) : createHttpServer()).listen(0, loopback);
  server.on("request", (request, response) => {
    const challenge = request.headers["x-inquest-challenge"];
    if (request.url === "/healthz" && typeof challenge === "string") {
      proofs++;
      const { localAddress = "", localPort = 0 } = request.socket;
      const endpoint = formatEndpoint(localAddress, localPort);
      response.setHeader("x-inquest-proof", proveServer(key, { challenge, endpoint }));
      return response.end('{"status":"ok"}');
    }
    asked.push(request.url!);
    response.statusCode = request.method === "DELETE" ? 204 : 200;
    return response.end(request.method === "DELETE" ? undefined : "hello");
  });
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const url = `${tls ? "https" : "http"}://${loopback}:${port}`;
  return { server, url, asked, proofs: () => proofs };
}

const pinOf = ({ cert }: Tls) => new X509Certificate(cert).fingerprint256;

test("a server that knows the folder's secret key is asked, and proves it once per connection", async () => {
  const { url, asked, proofs } = await serverWith();
  const fetch = provenFetch({ secretKey, certificate: undefined });
  for (const path of ["/a", "/b"]) expect(await (await fetch(url + path)).text()).toBe("hello");
  expect(await fetch(`${url}/c`, { method: "DELETE" })).toMatchObject({ status: 204, body: null });
  expect(asked).toEqual(["/a", "/b", "/c"]);
  expect(proofs()).toBe(1);
});

test("finding 1: a program without the folder's secret key receives no request", async () => {
  const { url, asked } = await serverWith({ key: randomBytes(32) });
  const fetch = provenFetch({ secretKey, certificate: undefined });
  await expect(fetch(`${url}/secret`)).rejects.toThrow("fetch failed");
  expect(asked).toEqual([]);
});

test("finding 1: a relay of proofs on another port receives no request", async () => {
  const real = await serverWith();
  const asked: string[] = [];
  const relay = createHttpServer(async (request, response) => {
    asked.push(request.url!);
    const challenge = String(request.headers["x-inquest-challenge"]);
    const headers = { "x-inquest-challenge": challenge };
    const answered = await fetch(`${real.url}/healthz`, { headers });
    response.setHeader("x-inquest-proof", answered.headers.get("x-inquest-proof")!).end("{}");
  }).listen(0, loopback);
  onTestFinished(() => {
    relay.close();
    relay.closeAllConnections();
  });
  await once(relay, "listening");
  const { port } = relay.address() as AddressInfo;
  const proven = provenFetch({ secretKey, certificate: undefined });
  await expect(proven(`http://127.0.0.1:${port}/secret`)).rejects.toThrow("fetch failed");
  expect(asked).toEqual(["/healthz"]);
});

test("finding 1: a program that takes the port of a server in use receives no request", async () => {
  const { server, url } = await serverWith();
  const fetch = provenFetch({ secretKey, certificate: undefined });
  await (await fetch(`${url}/a`)).text();
  // To its client, a port that was taken over is one that ends all connections and then proves nothing.
  // A port that is really closed can stay taken for a moment: processes that start inherit it.
  const asked: string[] = [];
  server.removeAllListeners("request").on("request", (request, response) => {
    asked.push(request.url!);
    response.end();
  });
  server.closeAllConnections();
  // The first may still find the closed connection.
  for (const path of ["/secret", "/secret"])
    await expect(fetch(url + path)).rejects.toThrow("fetch failed");
  expect(new Set(asked)).toEqual(new Set(["/healthz"]));
});

test("an aborted request rejects with the signal's reason", async () => {
  const { url } = await serverWith();
  const fetch = provenFetch({ secretKey, certificate: undefined });
  const reason = new Error("stopped");
  await expect(fetch(`${url}/a`, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
});

test.skipIf(!hasOpenssl)("the pinned certificate is trusted, whatever its name", async () => {
  const own = selfSigned(temporaryFolder(), "own");
  const { url } = await serverWith({ tls: own });
  const fetch = provenFetch({ secretKey, certificate: pinOf(own) });
  for (const path of ["/a", "/b"]) expect(await (await fetch(url + path)).text()).toBe("hello");
});

test.skipIf(!hasOpenssl)("a server with another certificate receives nothing", async () => {
  const folder = temporaryFolder();
  const { url, asked, proofs } = await serverWith({ tls: selfSigned(folder, "other") });
  const fetch = provenFetch({ secretKey, certificate: pinOf(selfSigned(folder, "own")) });
  await expect(fetch(`${url}/secret`)).rejects.toThrow("fetch failed");
  expect([asked, proofs()]).toEqual([[], 0]);
});
