import { copyFileSync, mkdirSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { cliIn } from "../e2e/run-cli.ts";
import { newDatabase } from "../helpers/postgres.ts";
import { serverFolder } from "../helpers/server-process.ts";
import { withHosts } from "../helpers/simulated-hosts.ts";

function folderIn(home: string, database?: string) {
  return serverFolder(home, onTestFinished, database);
}

const newHome = () => mkdtempSync(join(tmpdir(), "inquest-moving-"));

test("a data folder moves into a database for two servers, and back", async () => {
  const flags = [...withHosts(), "--webhook-allow", "127.0.0.1/32"];
  const home = newHome();
  const before = folderIn(home);
  const first = await before.start(...flags);
  const { key } = first;
  const subscription = { url: "https://127.0.0.1:9/hooks", events: ["*"] };
  const made = await first.call("POST", "/v1/webhooks/subscriptions", { body: subscription });
  expect(made.status).toBe(201);
  const id = await first.ask("SELECT 1 AS one");
  const answer = await first.outcome(id);
  const database = await newDatabase();
  const { inquest } = cliIn(home);
  const move = ["--database-url", database, "--json"];
  const refused = await inquest("server", "import", ...move);
  expect(refused.code).toBe(1);
  expect(JSON.parse(refused.stdout).error).toBe("data_dir_in_use");
  await first.stop();

  const imported = JSON.parse((await inquest("server", "import", ...move)).stdout);
  expect(imported).toMatchObject({ secrets: { reencrypted: false }, plan_key_changed: false });
  expect(imported.records).toContainEqual(
    expect.objectContaining({ kind: "investigation", count: 1 }),
  );
  const [one, other] = [newHome(), newHome()].map((serverHome) => {
    const folder = folderIn(serverHome, database);
    mkdirSync(folder.dataDir, { mode: 0o700 });
    for (const name of ["secret.key", "plan.key"])
      copyFileSync(join(before.dataDir, name), join(folder.dataDir, name));
    return folder;
  });
  const servers = [await one!.start(...flags), await other!.start("--no-local-agent")];
  for (const server of servers)
    expect((await server.call("GET", `/v1/investigations/${id}`, { key })).body).toEqual(answer);
  const busy = await inquest("server", "export", ...move, "--data-dir", join(home, "back"));
  expect(JSON.parse(busy.stdout).error).toBe("database_in_use");
  const asked = await servers[1]!.call("POST", "/v1/investigations", {
    key,
    body: { query: "SELECT 2 AS two" },
  });
  expect(asked.status).toBe(202);
  for (const server of servers) await server.stop();

  // The folder of a server has the keys already.
  const back = await inquest("server", "export", ...move, "--data-dir", one!.dataDir);
  expect(back).toMatchObject({ code: 0 });
  const alone = await folderIn(dirname(one!.dataDir)).start(...flags);
  const listed = await alone.call("GET", "/v1/investigations", { key });
  expect(listed.body.investigations).toHaveLength(2);
  expect((await alone.call("GET", `/v1/investigations/${id}`, { key })).body).toEqual(answer);
});
