import { once } from "node:events";
import { copyFileSync, mkdirSync, mkdtempSync } from "node:fs";
import { request } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { parseSse } from "../../src/client/parse-sse.ts";
import { agentFolder } from "../helpers/agent-process.ts";
import { callOverTls } from "../helpers/call-over-tls.ts";
import { missingForNginx, startNginx } from "../helpers/nginx.ts";
import { newDatabase } from "../helpers/postgres.ts";
import { type ServerProcess, serverFolder, statusOf } from "../helpers/server-process.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";

/** Two servers over one database, with the same keys. */
async function twoServers(): Promise<[ServerProcess, ServerProcess]> {
  const database = await newDatabase();
  const folder = () =>
    serverFolder(mkdtempSync(join(tmpdir(), "inquest-proxy-")), onTestFinished, database);
  const [one, other] = [folder(), folder()];
  const first = await one.start("--no-local-agent");
  mkdirSync(other.dataDir, { mode: 0o700 });
  for (const file of ["secret.key", "plan.key"])
    copyFileSync(join(one.dataDir, file), join(other.dataDir, file));
  return [first, await other.start("--no-local-agent")];
}

test.skipIf(missingForNginx !== undefined)(
  "behind nginx, agents are asked, streams are not held back, and one server may stop",
  { timeout: 120_000 },
  async () => {
    const servers = await twoServers();
    const { key } = servers[0];
    const [one, other] = servers.map(({ url }) => new URL(url).host);
    const nginx = await startNginx([one!, other!]);
    onTestFinished(() => nginx.stop());
    const call = callOverTls({ url: nginx.url, key, ca: nginx.ca });
    const agent = agentFolder(temporaryFolder(), {
      agent_id: "a",
      brain_url: nginx.url,
      api_key: key,
      ca_cert_path: nginx.caPath,
    }).start();
    await agent.logged("Connected");
    const ask = async () => {
      const body = { query: "SELECT 1 AS one", mode: "live" };
      const { status, body: asked } = await call("POST", "/v1/investigations", { body });
      expect(status).toBe(202);
      return (asked as { investigation_id: string }).investigation_id;
    };
    const stream = async (id: string) => {
      const sent = request(`${nginx.url}/v1/investigations/${id}/stream`, {
        headers: { authorization: `Bearer ${key}` },
        ca: nginx.ca,
      }).end();
      const [response] = await once(sent, "response");
      return parseSse(response);
    };

    // It can't answer yet, so what arrives was sent while the question runs.
    process.kill(agent.pid, "SIGSTOP");
    const statuses: string[] = [];
    for await (const event of await stream(await ask())) {
      const status = statusOf(event);
      if (status === undefined) continue;
      if (statuses.push(status) === 1) process.kill(agent.pid, "SIGCONT");
    }
    expect(statuses[0]).not.toBe("completed");
    expect(statuses.at(-1)).toBe("completed");

    await servers[1].stop();
    for (let time = 0; time < 4; time++) {
      const last: string[] = [];
      for await (const event of await stream(await ask())) last.push(statusOf(event) ?? "");
      expect(last.filter((status) => status !== "").at(-1)).toBe("completed");
    }
  },
);
