import { execFileSync, spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { temporaryFolder } from "../helpers/temporary-folder.ts";
import { buildRoot, missingForRoots } from "../planted/root/build-root.ts";
import { missingForControlGroups } from "../planted/root/control-groups.ts";
import { type NamespacedRoot, openRoot } from "../planted/root/open-root.ts";

const isInstalled = (tool: string) => spawnSync("which", [tool]).status === 0;
const fuse = "NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2";

async function missing(): Promise<string | null> {
  const roots = await missingForRoots();
  if (roots) return roots;
  if (!isInstalled("dpkg-deb")) return "dpkg-deb is not installed";
  if (!readFileSync(process.execPath).includes(fuse)) return "this Node has no fuse to build from";
  return missingForControlGroups("systemd");
}
const reason = await missing();
if (reason) console.warn(`Skipped: the Debian package, since ${reason}.`);
const lintian = isInstalled("lintian");
if (!lintian) console.warn("Skipped: the Debian package is checked by lintian, which is missing.");

// A folder that the root sees as /run/planted.
let probe = "";
let archive = "";
let root: NamespacedRoot;
beforeAll(async () => {
  if (reason) return;
  const base = await buildRoot();
  const built = temporaryFolder(afterAll);
  probe = temporaryFolder(afterAll);
  const node = (...args: string[]) => execFileSync(process.execPath, args, { stdio: "ignore" });
  node("build-sea.mjs", built);
  node("build-deb.mjs", "--executable", join(built, "inquest"), probe);
  archive = readdirSync(probe).find((name) => name.endsWith(".deb"))!;
  root = await openRoot({ base, probe, controlGroups: "systemd" });
}, 900_000);
afterAll(() => root?.close());

/** The output of a script in the root, which must succeed. */
async function run(script: string): Promise<string> {
  const { exitCode, stdout, stderr } = await root.run(`set -e\n${script}`);
  expect({ script, exitCode, stderr }).toMatchObject({ exitCode: 0 });
  return stdout;
}

test.skipIf(reason !== null || !lintian)(
  "lintian finds no error",
  () => {
    const args = ["--allow-root", "--fail-on", "error", join(probe, archive)];
    const { stdout, status } = spawnSync("lintian", args, { encoding: "utf8" });
    expect({ stdout, status }).toMatchObject({ status: 0 });
  },
  300_000,
);

test.skipIf(reason !== null)(
  "it is installed, runs as services, and is purged",
  async () => {
    const before = await run("find /etc /usr /lib /var/lib -xdev | grep -i inquest || true");
    expect(before).toBe("");
    await run(`dpkg -i /run/planted/${archive}`);
    expect(await run("cd /; inquest --version; investigate --version")).toMatch(
      /^(inquest \S+\n)\1$/,
    );
    expect(await run('investigate "which users have uid 0?"')).toMatch(/^1 account: root/);
    const units = "inquest.service inquest-agent.service";
    expect(await run(`systemctl is-enabled ${units} || true`)).toBe("disabled\ndisabled\n");
    expect(await run(`systemctl is-active ${units} || true`)).toBe("inactive\ninactive\n");

    await run("systemctl start inquest.service");
    const onServer =
      'export INQUEST_DATA_DIR=/var/lib/inquest; inquest() { runuser -u inquest -- inquest "$@"; }';
    const within30s = (command: string) =>
      `for try in $(seq 150); do ${command} && break; sleep 0.2; done; ${command}`;
    const ready = within30s("inquest server status >/dev/null 2>&1");
    expect(await run(`${onServer}; ${ready}; inquest server status`)).toContain("is ready");
    const create = "inquest server keys create --scopes agents:connect --name agents --json";
    const { key } = JSON.parse(await run(`${onServer}; ${create}`));
    const init = `agents init --brain-url http://127.0.0.1:7878 --api-key - --yes`;
    await run(`mkdir -p /etc/inquest
echo ${key} | inquest ${init} --output /etc/inquest/agent.json
systemctl start inquest-agent.service`);
    await run(`${onServer}; ${within30s("inquest agents list | grep -q Connected")}`);
    // The server's own user reads no shadow file; the agent does.
    const sql = "SELECT count(*) AS n FROM shadow WHERE username = 'root'";
    expect(await run(`${onServer}; inquest investigate --mode live "${sql}"`)).toMatch(/\b1\b/);
    expect(await run("journalctl -u inquest.service")).not.toContain("iq_");

    await run("dpkg --remove inquest");
    expect(await run(`systemctl is-active ${units} || true`)).toBe("inactive\ninactive\n");
    expect(await run("ls /etc/default/inquest /var/lib")).toContain("inquest");
    await run("dpkg --purge inquest; rm -r /etc/inquest");
    expect(await run("find /etc /usr /lib /var/lib -xdev | grep -i inquest || true")).toBe("");
  },
  300_000,
);
