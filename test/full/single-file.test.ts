import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ended, tempFolder } from "../e2e/run-cli.ts";
import { newDatabase } from "../helpers/postgres.ts";
import { serverFolder } from "../helpers/server-process.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";

const fuse = "NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2";
const reason =
  process.platform !== "linux"
    ? "it is built on Linux"
    : readFileSync(process.execPath).includes(fuse)
      ? null
      : "this Node has no fuse to build from";
if (reason) console.warn(`Skipped: the single executable, since ${reason}.`);
const onLinux = test.skipIf(reason !== null);

let built = "";
beforeAll(() => {
  if (reason) return;
  built = temporaryFolder(afterAll);
  execFileSync(process.execPath, ["build-sea.mjs", built], { stdio: "ignore" });
}, 120_000);

/** The executable under both names, without Node, in an empty folder that is also the home. */
function installed() {
  const folder = tempFolder();
  // By a process of its own: a file that this one had open for writing may be held by what another test starts.
  execFileSync("cp", [join(built, "inquest"), folder]);
  symlinkSync("inquest", join(folder, "investigate"));
  const env = { PATH: "", HOME: folder, INQUEST_DATA_DIR: join(folder, "data") };
  const start = (name: string, ...args: string[]) =>
    spawn(join(folder, name), args, { argv0: name, cwd: folder, env });
  return { folder, start, run: (name: string, ...args: string[]) => ended(start(name, ...args)) };
}

onLinux(
  "one file answers about its machine under both names",
  async () => {
    const { run } = installed();
    const { version } = JSON.parse(readFileSync("package.json", "utf8"));
    const printed = { stdout: `inquest ${version}\n`, stderr: "", code: 0 };
    expect(await run("inquest", "--version")).toEqual(printed);
    expect(await run("investigate", "--version")).toEqual(printed);
    expect((await run("inquest", "server", "keys")).stdout).toContain("server keys revoke");
    const answer = await run("investigate", "which users have uid 0?");
    expect(answer).toMatchObject({ code: 0, stdout: expect.stringContaining("root") });
    const rule = 'rule a { strings: $a = "root" condition: $a }';
    const sql = `SELECT matches FROM yara WHERE path = '/etc/passwd' AND sigrule = '${rule}'`;
    expect(
      JSON.parse((await run("inquest", "agents", "query", sql, "--json")).stdout),
    ).toMatchObject({
      rows: [["a"]],
    });
  },
  60_000,
);

onLinux(
  "its server has the demo's hosts and finds paths between them",
  async () => {
    const { start, run } = installed();
    const flags = ["--demo", "--no-local-agent", "--port", "0", "--json"];
    const server = start("inquest", "server", ...flags);
    await once(server.stdout!, "data");
    const path = await run("investigate", "how could someone get from web-1 to root on db-1?");
    expect(path).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Yes, there is a path/) });
    server.kill("SIGTERM");
    expect(await once(server, "exit")).toEqual([0, null]);
  },
  60_000,
);

onLinux(
  "its server keeps its records in a database",
  async () => {
    const { start, run } = installed();
    const flags = ["--demo", "--no-local-agent", "--port", "0", "--json"];
    const server = start("inquest", "server", ...flags, "--database-url", await newDatabase());
    await once(server.stdout!, "data");
    const answer = await run("investigate", "which users have uid 0 on web-1?");
    expect(answer).toMatchObject({ code: 0, stdout: expect.stringContaining("root") });
    server.kill("SIGTERM");
    expect(await once(server, "exit")).toEqual([0, null]);
  },
  60_000,
);

onLinux(
  "its agent answers another server's questions and leaves nothing behind",
  async () => {
    const { folder, start, run } = installed();
    const server = await serverFolder().start("--no-local-agent");
    const config = { brain_url: server.url, api_key: server.key, agent_id: "one", cache_dir: "c" };
    mkdirSync(join(folder, "etc"));
    writeFileSync(join(folder, "etc", "agent.json"), JSON.stringify(config), { mode: 0o600 });
    const flags = ["--config", "etc/agent.json"];
    const checked = await run("inquest", "agents", "check", ...flags, "--json");
    expect(JSON.parse(checked.stdout)).toMatchObject({ ok: true });

    const agent = start("inquest", "agents", "run", ...flags);
    let log = "";
    for await (const chunk of agent.stderr!) {
      log += chunk;
      if (log.includes("Connected")) break;
    }
    const id = await server.ask("SELECT uid FROM users WHERE username = 'root'", { mode: "live" });
    const { status, summary } = await server.outcome(id);
    expect({ status, rows: summary.answer.rows }).toEqual({ status: "completed", rows: [[0]] });
    agent.kill("SIGTERM");
    expect(await once(agent, "exit")).toEqual([0, null]);
    expect(readdirSync(folder).sort()).toEqual(["etc", "inquest", "investigate"]);
  },
  60_000,
);

onLinux("a Node of another version is refused", async () => {
  const built = spawn(process.execPath, ["build-sea.mjs", "--node", "/bin/sh", tempFolder()]);
  const { stderr, code } = await ended(built);
  expect(stderr).toContain(`/bin/sh is not Node ${process.version}`);
  expect(code).toBe(1);
});
