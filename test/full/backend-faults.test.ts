import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { ended } from "../e2e/run-cli.ts";
import { serverFolder } from "../helpers/server-process.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";

const sql = "SELECT name FROM os_version";

/** A folder on a small disk; null if this user may not mount one. */
function smallDisk(): string | null {
  const folder = temporaryFolder();
  const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=8m", "none", folder]);
  if (mounted.status !== 0) return null;
  onTestFinished(() => void spawnSync("umount", ["-l", folder]));
  return folder;
}

/** Takes all the room that is left. */
function fill(path: string): void {
  for (const bytes of [1 << 20, 4096, 1]) {
    try {
      for (;;) writeFileSync(path, Buffer.alloc(bytes), { flag: "a" });
    } catch (error) {
      expect(error).toMatchObject({ code: "ENOSPC" });
    }
  }
}

test("on a full disk writes return 500, reads work, and writes work again once there is space", async ({
  skip,
}) => {
  const disk = smallDisk() ?? skip("only root can mount a small disk");
  const folder = serverFolder(join(disk, "home"));
  const server = await folder.start("--log-level", "error");
  const id = await server.ask(sql, { mode: "live" });
  await server.outcome(id);
  fill(join(disk, "filler"));
  // Longer than the free rest of the journal's last block.
  const query = `${sql} -- ${"🦊".repeat(1900)}`;
  const refused = await server.call("POST", "/v1/investigations", { body: { query } });
  expect(refused).toMatchObject({ status: 500, body: { error: "internal_error" } });
  expect(JSON.stringify(refused.body)).not.toContain(disk);
  await server.logged("ENOSPC");
  const read = await server.call("GET", `/v1/investigations/${id}`);
  expect(read).toMatchObject({ status: 200, body: { status: "completed" } });
  expect((await server.call("GET", "/v1/investigations")).body.investigations).toHaveLength(1);

  rmSync(join(disk, "filler"));
  const next = await server.ask(sql, { mode: "live" });
  expect(await server.outcome(next)).toMatchObject({ status: "completed" });
  expect(await server.stop()).toBe(0);
  const again = await folder.start();
  expect((await again.call("GET", "/v1/investigations")).body.investigations).toHaveLength(2);
});

test("the server.json of a killed server is ignored", async () => {
  const folder = serverFolder();
  const killed = await folder.start();
  await killed.stop("SIGKILL");
  const wordPath = join(folder.dataDir, "server.json");
  expect(JSON.parse(readFileSync(wordPath, "utf8"))).toMatchObject({ pid: killed.pid });
  expect(await folder.inquest("server", "status")).toMatchObject({ code: 6 });

  // Its pid may belong to another program by now: here, to this one.
  writeFileSync(wordPath, JSON.stringify({ url: killed.url, pid: process.pid }));
  const asked = await folder.inquest("investigate", sql, "--json");
  expect(JSON.parse(asked.stdout)).toMatchObject({ status: "completed" });

  const next = await folder.start();
  expect(JSON.parse(readFileSync(wordPath, "utf8"))).toEqual({ url: next.url, pid: next.pid });
  await next.stop();
  expect(existsSync(wordPath)).toBe(false);
  expect(existsSync(join(folder.dataDir, "lock"))).toBe(false);
});

test("of several servers started over one folder, one starts and the others report its pid", async () => {
  const folder = serverFolder();
  const ends = Array.from({ length: 3 }, () => {
    const child = folder.launch("--json");
    return { child, end: ended(child) };
  });
  const refused = await Promise.all(
    await Promise.any([
      Promise.all([ends[0]!.end, ends[1]!.end]),
      Promise.all([ends[0]!.end, ends[2]!.end]),
      Promise.all([ends[1]!.end, ends[2]!.end]),
    ]),
  );
  const running = ends.find(({ child }) => child.exitCode === null)!;
  for (const { code, stdout, stderr } of refused) {
    expect(code).toBe(1);
    expect(stdout + stderr).toContain(String(running.child.pid));
    expect(stderr).not.toContain("    at ");
  }
  running.child.kill("SIGTERM");
  expect((await running.end).code).toBe(0);
});
