import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { request } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ConnectionOptions, connect } from "node:tls";
import { fastify } from "fastify";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { addClientCertificate } from "../../../../src/server/access/client-certificate.ts";
import { addErrors } from "../../../../src/server/http/error-handler.ts";
import type { App } from "../../../../src/server/http/request-context.ts";
import { tlsOptions } from "../../../../src/server/http/tls.ts";
import { type Authority, authority, type CertificateFiles } from "../../../helpers/authority.ts";
import { hasOpenssl, selfSigned } from "../../../helpers/certificate.ts";
import { temporaryFolder } from "../../../helpers/temporary-folder.ts";
import { openTestStore, testServices } from "../../../helpers/test-server.ts";

type Pair = Pick<CertificateFiles, "cert" | "key">;

describe.skipIf(!hasOpenssl).each(["TLSv1.2", "TLSv1.3"] as const)("over %s", (version) => {
  let folder: string;
  let company: Authority;
  let server: CertificateFiles;
  let agent: CertificateFiles;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "inquest-mtls-"));
    company = authority(folder, "company");
    server = company.sign("server");
    agent = company.sign("agent", { extensions: ["extendedKeyUsage=clientAuth"] });
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** A server that requests certificates of `clientCa`, with one route for agents and one for users. */
  async function serve({ clientCa = company.cert.toString() } = {}) {
    const { services, clock } = testServices(await openTestStore());
    clock.ms = Date.now();
    const { cert, key } = server;
    const tls = tlsOptions({ cert: cert.toString(), key: key.toString(), clientCa });
    const app = fastify({ https: tls, forceCloseConnections: true }) as unknown as App;
    onTestFinished(() => app.close());
    addErrors(app);
    addClientCertificate(app, services);
    const answered: string[] = [];
    app.addHook("onRequest", async ({ url }) => void answered.push(url));
    app.get("/agents", { config: { access: "agents:connect" } }, async () => ({ hello: "agent" }));
    app.get("/people", { config: { access: "public" } }, async () => ({ hello: "you" }));
    await app.listen({ host: "127.0.0.1", port: 0 });
    const { port } = app.server.address() as AddressInfo;
    const options = { host: "127.0.0.1", port, ca: company.cert, maxVersion: version };
    return { options, clock, answered };
  }

  const get = (options: ConnectionOptions, path: string, pair?: Pair) =>
    new Promise<{ status: number; body: unknown }>((resolve, reject) => {
      const { cert, key } = pair ?? {};
      const sent = request({ ...options, cert, key, path, agent: false }, async (response) => {
        let text = "";
        for await (const part of response) text += part;
        resolve({ status: response.statusCode!, body: JSON.parse(text) });
      });
      sent.on("error", reject).end();
    });

  /** All bytes received by a client that sends its request as early as possible. */
  async function heard(options: ConnectionOptions, pair: Pair): Promise<string> {
    let text = "";
    const socket = connect({ ...options, cert: pair.cert, key: pair.key });
    socket.on("data", (part) => {
      text += part;
    });
    socket.write("GET /people HTTP/1.1\r\nHost: x\r\n\r\n");
    // Whether it ends with an error depends on the progress of the handshake.
    socket.on("error", () => {});
    await new Promise((resolve) => socket.once("close", resolve));
    return text;
  }

  test("a certificate signed by the CA gives access to the agents' routes", async () => {
    const { options } = await serve();
    expect(await get(options, "/agents", agent)).toEqual({ status: 200, body: { hello: "agent" } });
    expect((await get(options, "/people", agent)).status).toBe(200);
  });

  test("without a certificate only the agents' routes are rejected", async () => {
    const { options } = await serve();
    expect((await get(options, "/people")).status).toBe(200);
    expect(await get(options, "/agents")).toMatchObject({
      status: 403,
      body: {
        error: "client_certificate_required",
        message: expect.stringMatching(/^[A-Z][^.]+\.$/),
        hint: expect.stringContaining("client_cert_path"),
      },
    });
  });

  const wrong: [string, () => Pair][] = [
    ["of another CA", () => authority(folder, "stranger").sign("agent")],
    ["of another CA of the same name", () => authority(temporaryFolder(), "company").sign("agent")],
    ["that has expired", () => company.sign("old", { days: -1 })],
    ["that is not valid yet", () => company.signForTomorrow("early")],
    [
      "for servers alone",
      () => company.sign("web", { extensions: ["extendedKeyUsage=serverAuth"] }),
    ],
    ["that nobody signed", () => selfSigned(folder, "lonely")],
  ];
  test.each(wrong)(
    "a connection with a certificate %s is closed without a response",
    async (_, make) => {
      const { options, answered } = await serve({ clientCa: company.cert.toString() });
      const pair = make();
      expect(await heard(options, pair)).toBe("");
      await expect(get(options, "/people", pair)).rejects.toThrow();
      expect(answered).toEqual([]);
    },
  );

  test("a resumed TLS session doesn't bypass the certificate", async () => {
    const { options } = await serve();
    const sessions: Buffer[] = [];
    const first = connect(options);
    first.on("session", (session) => sessions.push(session));
    first.write("GET /people HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    first.resume();
    await once(first, "close");
    for (const session of [...sessions, undefined]) {
      expect(await get({ ...options, session }, "/agents")).toMatchObject({ status: 403 });
    }
  });

  test("a certificate chain that ends at the CA is trusted", async () => {
    const unit = company.intermediate("unit");
    const { cert, key } = unit.sign("agent");
    const server = await serve({ clientCa: `${unit.cert}${company.cert}` });
    expect((await get(server.options, "/agents", { cert, key })).status).toBe(200);
    const rootAlone = await serve();
    const chain = Buffer.concat([cert, unit.cert]);
    expect((await get(rootAlone.options, "/agents", { cert: chain, key })).status).toBe(200);
    expect(await heard(rootAlone.options, { cert, key })).toBe("");
  });

  test("each of several CAs is trusted", async () => {
    const other = authority(folder, "other");
    const { options } = await serve({ clientCa: `${company.cert}${other.cert}` });
    for (const pair of [agent, other.sign("agent")]) {
      expect((await get(options, "/agents", pair)).status).toBe(200);
    }
  });

  test("requests on a connection with an expired certificate are rejected", async () => {
    const { options, clock } = await serve();
    clock.ms += 11 * 86_400_000;
    expect(await get(options, "/agents", agent)).toMatchObject({
      status: 403,
      body: { error: "client_certificate_required", message: expect.stringContaining("expired") },
    });
    expect((await get(options, "/people", agent)).status).toBe(200);
  });
});

test.skipIf(!hasOpenssl)("TLS below 1.2 is not spoken", () => {
  expect(tlsOptions({ cert: "", key: "" })).toMatchObject({ minVersion: "TLSv1.2" });
});
