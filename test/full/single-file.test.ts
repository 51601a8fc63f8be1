import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ended, tempFolder } from "../e2e/run-cli.ts";
import { serverFolder } from "../helpers/server-process.ts";

const fuse = "NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2";
const reason =
  process.platform !== "linux"
    ? "the single file is built on Linux"
    : readFileSync(process.execPath).includes(fuse)
      ? null
      : "this Node has no fuse to build from";
if (reason) console.warn(`single file: not tested, since ${reason}`);

test.skipIf(reason !== null)(
  "one file, without Node, answers a server's questions",
  async () => {
    const built = tempFolder();
    execFileSync(process.execPath, ["build-sea.mjs", built], { stdio: "ignore" });
    const folder = tempFolder();
    // By a process of its own: a file that this one had open for writing may be held by what another test starts.
    execFileSync("cp", [join(built, "inquest-agent"), join(folder, "agent")]);
    const start = (...args: string[]) =>
      spawn(join(folder, "agent"), args, { cwd: folder, env: { PATH: "", HOME: folder } });

    const { version } = JSON.parse(readFileSync("package.json", "utf8"));
    expect(await ended(start("--version"))).toMatchObject({
      stdout: `inquest-agent ${version}\n`,
      stderr: "",
      code: 0,
    });

    const server = await serverFolder().start("--no-local-agent");
    const config = { brain_url: server.url, api_key: server.key, agent_id: "one", cache_dir: "c" };
    mkdirSync(join(folder, "etc"));
    writeFileSync(join(folder, "etc", "agent.json"), JSON.stringify(config), { mode: 0o600 });
    const flags = ["--config", "etc/agent.json"];
    const checked = await ended(start("agents", "check", ...flags, "--json"));
    expect(JSON.parse(checked.stdout)).toMatchObject({ ok: true });

    const agent = start("agents", "run", ...flags);
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
    expect(readdirSync(folder).sort()).toEqual(["agent", "etc"]);
  },
  120_000,
);
