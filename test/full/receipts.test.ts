import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { expect, test, vi } from "vitest";
import { serverFolder, spareThisMachine } from "../helpers/server-process.ts";
import { withHosts, zombies } from "../helpers/simulated-hosts.ts";
import { manyZombies } from "../helpers/slow-questions.ts";

type Line = { text: string; [field: string]: string };

/** Rewrites the one receipt of an investigation's first blob. */
async function tamper(dataDir: string, id: string, change: (line: Line) => Line) {
  const file = join(dataDir, "blobs", "receipts", `${id}-1`);
  const line = JSON.parse(gunzipSync(await readFile(file)).toString("utf8"));
  await writeFile(file, gzipSync(`${JSON.stringify(change(line))}\n`));
}

test.skipIf(process.platform !== "linux")(
  "this machine's results are verified, also after a restart, and later changes are detected",
  async () => {
    await manyZombies();
    const folder = serverFolder();
    const { dataDir, inquest } = folder;
    const first = await folder.start();
    await spareThisMachine(first);
    const id = await first.ask("are zombie processes piling up?", { mode: "live" });
    const { findings } = await first.outcome(id);
    expect(findings).toMatchObject([
      { detection_id: "zombie_processes", receipt: { key_id: expect.stringMatching(/^\w{16}$/) } },
    ]);
    const show = (...args: string[]) => inquest("investigate", "show", id, ...args);
    const told = await show("--verify");
    expect(told).toMatchObject({ code: 0, stderr: "" });
    expect(told.stdout).toMatch(/^ok {6}service-\S+ {2}key [0-9a-f]{16} {2}signed \d{4}-.*Z$/m);
    expect(told.stdout).toContain("1 receipt: all ok. 1 finding: 1 proven.");
    expect(await first.stop()).toBe(0);

    const second = await folder.start();
    const { stdout, code } = await show("--verify", "--json");
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      investigation_id: id,
      ok: true,
      receipts: [{ key_id: findings[0].receipt.key_id, ok: true }],
      findings: [{ finding_id: findings[0].finding_id, status: "proven" }],
      truncated: false,
    });
    await second.stop();
    const doctor = await inquest("server", "doctor", "--json");
    expect(doctor.code).toBe(0);
    expect(JSON.parse(doctor.stdout).blobs).toMatchObject({ missing: [], orphaned: [] });

    const restored = ["--data-dir", join(dataDir, "..", "restored")];
    const backup = join(dataDir, "..", "backup.tar.gz");
    expect((await inquest("server", "backup", backup)).code).toBe(0);
    expect((await inquest("server", "restore", backup, ...restored)).code).toBe(0);
    expect(await show("--verify", ...restored)).toMatchObject({ code: 0, stdout: told.stdout });

    await tamper(dataDir, id, (line) => ({
      ...line,
      text: line.text.replace('"rows":[[', '"rows":[["forged"],['),
    }));
    const changed = await show("--verify");
    expect(changed.code).toBe(1);
    expect(changed.stdout).toMatch(/^failed {2}service-.*not signed with the agent's key$/m);
    expect(changed.stdout).toContain("1 receipt: 1 failed. 1 finding: 1 failed.");
  },
  60_000,
);

test("a finding from a snapshot is reported as unreceipted, which is no failure", async () => {
  const { start, inquest } = serverFolder();
  const server = await start(...withHosts([{ agent_id: "web-1", tables: { processes: zombies } }]));
  const asked = await vi.waitFor(
    async () => {
      const id = await server.ask("are zombie processes piling up?", { mode: "cached" });
      expect((await server.outcome(id)).findings).toMatchObject([{ receipt: null }]);
      return id;
    },
    { timeout: 10_000, interval: 100 },
  );
  const { code, stdout } = await inquest("investigate", "show", asked, "--verify");
  expect(code).toBe(0);
  expect(stdout).toMatch(/fnd_\w+ {2}unsigned \(from a snapshot\)\n/);
  expect(stdout).toContain("0 receipts. 1 finding: 1 from a snapshot.");
}, 30_000);

test("an empty result is signed too; unavailable receipts are reported", async () => {
  const { start, inquest } = serverFolder();
  const server = await start(...withHosts());
  const id = await server.ask("SELECT name FROM os_version WHERE 0", { mode: "live" });
  await server.outcome(id);
  const show = (one: string, ...args: string[]) =>
    inquest("investigate", "show", one, "--verify", ...args);
  expect((await show(id)).stdout).toContain("1 receipt: all ok. 0 findings.");
  const misused = await show(id, "--format", "html");
  expect(misused).toMatchObject({ code: 2, stdout: "" });
  expect((await show("inv_01jc3x6m8v2k4q7r9t5w1y3z0b")).code).toBe(4);
}, 60_000);
