import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { serverFolder } from "../helpers/server-process.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";

/** A server with three simulated hosts, of which db-1 is off, and its `agents` commands. */
async function fleet() {
  const folder = join(temporaryFolder(), "estate");
  mkdirSync(folder);
  for (const [agent_id, tags, offline] of [
    ["db-1", ["env=prod", "role=db"], true],
    ["web-1", ["env=prod", "role=web"], false],
    ["web-2", ["env=test", "role=web"], false],
  ] as const) {
    const system = { os: "linux", os_version: "12", arch: "x64" };
    const host = { agent_id, hostname: `${agent_id}.lan`, ...system, tags, offline };
    const file = { ...host, addresses: ["10.0.0.1"], tables: {}, denied: [] };
    writeFileSync(join(folder, `${agent_id}.json`), JSON.stringify(file));
  }
  const over = serverFolder();
  const server = await over.start("--estate", folder, "--no-local-agent");
  const agents = (...args: string[]) => over.inquest("agents", ...args);
  const json = async (...args: string[]) => JSON.parse((await agents(...args, "--json")).stdout);
  const ids = async (...args: string[]) =>
    (await json("list", ...args)).map(({ agent_id }: { agent_id: string }) => agent_id);
  return { server, agents, json, ids };
}

test("the fleet is listed whole, by status, by tags and up to a limit", async () => {
  const { server, agents, ids } = await fleet();
  expect(await ids()).toEqual(["db-1", "web-1", "web-2"]);
  expect(await ids("--status", "disconnected")).toEqual(["db-1"]);
  expect(await ids("--tag", "env=prod", "--tag", "role=web")).toEqual(["web-1"]);
  const cut = await agents("list", "--limit", "2", "--json");
  expect(JSON.parse(cut.stdout)).toHaveLength(2);
  expect(cut.stderr).toBe("There are more: use --all or a higher --limit.\n");
  const plain = await agents("list", "--tag", "role=db");
  expect(plain).toMatchObject({ stderr: "", code: 0 });
  expect(plain.stdout).toMatch(
    /^agent .*\ndb-1 +db-1\.lan +Disconnected +linux 12 +never +env=prod role=db\n$/,
  );
  const { body } = await server.call("GET", "/v1/agents/web-1");
  const shown = JSON.parse((await agents("show", "web-1", "--json")).stdout);
  expect({ ...shown, last_heartbeat_at: null }).toEqual({ ...body, last_heartbeat_at: null });
});

test("tag and untag change the tags on the server", async () => {
  const { server, agents, json } = await fleet();
  const tags = async () => (await server.call("GET", "/v1/agents/web-1")).body.tags;
  const policy = { name: "p", match: { pci: "true" }, criticality: "critical" };
  const { body } = await server.call("POST", "/v1/tag-policies", { body: policy });
  const tagged = await json("tag", "web-1", "env=test", "pci");
  expect(tagged).toMatchObject({ policies: [body.id] });
  expect(await tags()).toEqual({ env: "test", role: "web", pci: "true" });
  const untagged = await agents("untag", "web-1", "pci", "env=prod", "nix");
  expect(untagged).toMatchObject({ code: 0 });
  expect(untagged.stderr).toBe("web-1 has no tag env=prod.\nweb-1 has no tag nix.\n");
  expect(await tags()).toEqual({ env: "test", role: "web" });
  expect(await agents("tag", "web-1")).toMatchObject({ stdout: "", code: 2 });
  expect(await agents("tag", "nope", "a=b")).toMatchObject({ stdout: "", code: 4 });
});

test("agents are removed with --yes, all or none", async () => {
  const { agents, json, ids } = await fleet();
  const unasked = await agents("remove", "db-1");
  expect(unasked).toMatchObject({ stdout: "", code: 2 });
  expect(unasked.stderr).toContain("--yes");
  expect(await agents("remove", "db-1", "nope", "--yes")).toMatchObject({ code: 4 });
  expect(await ids()).toContain("db-1");
  expect(await json("remove", "db-1", "--yes")).toEqual({ agent_id: "db-1", deleted: true });
  expect(await ids()).not.toContain("db-1");
  expect(await agents("show", "db-1")).toMatchObject({ stdout: "", code: 4 });
});

test("without a server the commands list this machine's own agent", async () => {
  const { inquest } = serverFolder();
  const { stdout, code } = await inquest("agents", "list", "--json");
  expect(JSON.parse(stdout)).toMatchObject([{ status: "Connected" }]);
  expect(code).toBe(0);
  const { stdout: table } = await inquest("agents", "list");
  expect(table).toContain("On demand");
  expect(table).not.toContain("Connected");
});
