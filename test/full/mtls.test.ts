import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect } from "node:tls";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { cliIn } from "../e2e/run-cli.ts";
import { type Authority, authority, type CertificateFiles } from "../helpers/authority.ts";
import { type ClientPair, callOverTls } from "../helpers/call-over-tls.ts";
import { hasOpenssl, selfSigned } from "../helpers/certificate.ts";
import { handMadeAgent } from "../helpers/hand-made-agent.ts";
import { type ServerProcess, serverFolder } from "../helpers/server-process.ts";

describe.skipIf(!hasOpenssl)("with --client-ca", () => {
  const home = mkdtempSync(join(tmpdir(), "inquest-mtls-"));
  const folder = serverFolder(home, (cleanUp) => afterAll(cleanUp));
  let company: Authority;
  let stranger: Authority;
  let own: CertificateFiles;
  let server: ServerProcess;
  beforeAll(async () => {
    company = authority(home, "company");
    stranger = authority(home, "stranger");
    own = company.sign("agent", { extensions: ["extendedKeyUsage=clientAuth"] });
    const { certPath, keyPath } = company.sign("brain");
    const tls = ["--tls-cert", certPath, "--tls-key", keyPath, "--client-ca", company.certPath];
    server = await folder.start("--no-local-agent", "--rate-limit", "0", ...tls);
  });

  const call = (...request: Parameters<ReturnType<typeof callOverTls>>) =>
    callOverTls({ url: server.url, key: server.key, ca: company.cert })(...request);

  const { registration, path } = handMadeAgent("by-hand");
  const agentRoutes: [method: string, path: string, body?: unknown][] = [
    ["POST", "/v1/agents/register", registration],
    ["POST", `${path}/heartbeat`, {}],
    ["GET", `${path}/plans?wait=0`],
    ["POST", `${path}/plans/pln_1/results`, { payload: "AAAA", signature: "AAAA" }],
    ["PUT", `${path}/snapshots`, { payload: "AAAA", signature: "AAAA" }],
  ];

  test("the agents' routes are open with a certificate that the CA signed, and closed without", async () => {
    for (const [method, path, body] of agentRoutes) {
      expect(await call(method, path, { body })).toMatchObject({
        status: 403,
        body: { error: "client_certificate_required", hint: expect.any(String) },
      });
    }
    const statuses: number[] = [];
    for (const [method, path, body] of agentRoutes)
      statuses.push((await call(method, path, { body, pair: own })).status);
    // Made by hand, the result answers no plan and the snapshot is none; both were looked at.
    expect(statuses).toEqual([201, 202, 204, 404, 400]);
    expect((await call("GET", "/v1/agents", {})).body).toMatchObject([{ agent_id: "by-hand" }]);
  });

  test("OpenAPI documents the refusal on the agents' routes", async () => {
    const { body } = await call("GET", "/openapi.json", {});
    const { paths } = body as { paths: Record<string, Record<string, never>> };
    expect(JSON.stringify(paths["/v1/agents/register"])).toContain("client_certificate_required");
    expect(JSON.stringify(paths["/v1/keys"])).not.toContain("client_certificate_required");
  });

  const wrong: [string, () => ClientPair][] = [
    ["of another CA", () => stranger.sign("agent")],
    ["that has expired", () => company.sign("expired", { days: -1 })],
    ["that is not valid yet", () => company.signForTomorrow("early")],
    [
      "for servers alone",
      () => company.sign("web", { extensions: ["extendedKeyUsage=serverAuth"] }),
    ],
    ["that nobody signed", () => selfSigned(home, "lonely")],
  ];
  test.each(wrong)("a certificate %s gets no answer, not even from open paths", async (_, make) => {
    const pair = make();
    for (const path of ["/healthz", "/v1/agents", "/v1/agents/by-hand/plans?wait=0"])
      await expect(call("GET", path, { pair })).rejects.toMatchObject({ code: "ECONNRESET" });
    expect((await call("GET", "/healthz", {})).status).toBe(200);
  });

  test("TLS 1.1 is refused", async () => {
    const { hostname, port } = new URL(server.url);
    const old = { minVersion: "TLSv1", maxVersion: "TLSv1.1", ciphers: "ALL@SECLEVEL=0" } as const;
    const socket = connect({ host: hostname, port: Number(port), ca: company.cert, ...old });
    const [error] = await once(socket, "error");
    expect(error.code).toMatch(/ALERT_PROTOCOL_VERSION/);
  });

  test("commands of this machine need no certificate", async () => {
    expect((await folder.inquest("server", "keys", "list")).code).toBe(0);
    const status = await folder.inquest("server", "status", "--json");
    expect(JSON.parse(status.stdout)).toMatchObject({ url: server.url, ready: true });
  });

  /** A running agent of this machine with a config of its own; what it logs, line by line. */
  function agent(agentId: string, over: Record<string, unknown>) {
    const place = mkdtempSync(join(home, "agent-"));
    const config = join(place, "agent.json");
    const fields = { brain_url: server.url, api_key: server.key, agent_id: agentId };
    const cache_dir = join(place, "cache");
    writeFileSync(config, JSON.stringify({ ...fields, cache_dir, ...over }), { mode: 0o600 });
    const child = cliIn(place).start("agents", "run", "--config", config);
    onTestFinished(async () => {
      child.kill("SIGKILL");
      if (child.exitCode === null && child.signalCode === null) await once(child, "close");
      rmSync(place, { recursive: true });
    });
    let log = "";
    child.stderr!.on("data", (part) => {
      log += part;
    });
    const logged = async (pattern: RegExp) => {
      while (!pattern.test(log)) await once(child.stderr!, "data");
    };
    return { child, logged };
  }

  const listed = async () => {
    const { body } = await call("GET", "/v1/agents", {});
    return (body as { agent_id: string }[]).map(({ agent_id }) => agent_id);
  };
  const withCertificate = ({ certPath, keyPath }: ClientPair) => ({
    ca_cert_path: company.certPath,
    client_cert_path: certPath,
    client_key_path: keyPath,
  });

  test("an agent with a certificate of the CA answers questions", async () => {
    const { logged } = agent("certified", { ...withCertificate(own), tags: ["only=certified"] });
    await logged(/Connected/);
    const scope = { type: "selector", filter: { tags: { only: "certified" } } };
    const query = "SELECT 6 * 7 AS n FROM uptime";
    const asked = await call("POST", "/v1/investigations", {
      body: { query, mode: "live", scope },
    });
    const { investigation_id } = asked.body as { investigation_id: string };
    const outcome = async () =>
      (await call("GET", `/v1/investigations/${investigation_id}`, {})).body;
    await expect.poll(outcome, { timeout: 15_000 }).toMatchObject({
      status: "completed",
      summary: { coverage: { agents_answered: 1 }, answer: { rows: [[42]] } },
    });
  });

  test("an agent with a certificate of another CA is rejected, and its log names the setting to check", async () => {
    const { logged } = agent("foreign", withCertificate(stranger.sign("foreign")));
    await logged(/client_cert_path/);
    await server.logged("client certificate rejected");
    expect(await listed()).not.toContain("foreign");
  });

  test("an agent without a certificate gets an error that it needs one", async () => {
    const { logged } = agent("naked", { ca_cert_path: company.certPath });
    await logged(/client certificate signed by a CA/);
    expect(await listed()).not.toContain("naked");
  });

  test("an agent that does not trust the server's CA sends nothing", async () => {
    const { certPath, keyPath } = own;
    const { logged } = agent("wary", {
      ca_cert_path: stranger.certPath,
      client_cert_path: certPath,
      client_key_path: keyPath,
    });
    await logged(/authority that this machine does not trust/);
    expect(await listed()).not.toContain("wary");
    expect(server.log()).not.toContain("wary");
  });
});
