import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type ServerProcess, serverFolder } from "../helpers/server-process.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";

/** No snapshot has shell histories: the host is asked each time. */
const question = "which hosts have a wiped command history?";

/** A folder with one host; `write` replaces its shell history and latency. */
function oneHost() {
  const folder = join(temporaryFolder(), "estate");
  mkdirSync(folder);
  const write = (command: string, latency_ms = 0) => {
    const typed = { uid: 0, username: "root", history_file: "/root/.bash_history", time: 0 };
    const host = {
      ...{ agent_id: "web-1", hostname: "web-1", os: "linux", os_version: "12", arch: "x64" },
      ...{ tags: ["env=prod"], addresses: [], denied: [], latency_ms },
      tables: { shell_history: [{ ...typed, command }] },
    };
    writeFileSync(join(folder, "web-1.json"), JSON.stringify(host));
  };
  return { folder, write };
}

/** An item's newest run with this status, once it has one besides those in `seen`. */
async function runOf(server: ServerProcess, id: string, status: string, seen: string[] = []) {
  const path = `/v1/investigations?curiosity_id=${id}&status=${status}&limit=1`;
  let run: string | undefined;
  await expect
    .poll(
      async () => {
        run = (await server.call("GET", path)).body.investigations[0]?.investigation_id;
        return run !== undefined && !seen.includes(run);
      },
      { timeout: 10_000, interval: 50 },
    )
    .toBe(true);
  return (await server.call("GET", `/v1/investigations/${run}`)).body;
}

test("a scheduled question reports what changed, across restarts and a kill during a run", async () => {
  const { folder, write } = oneHost();
  const home = serverFolder();
  const start = () =>
    home.start(
      ...["--no-local-agent", "--estate", folder, "--min-curiosity-interval", "1s"],
      ...["--rate-limit", "0"],
    );
  const curiosity = (...args: string[]) => home.inquest("curiosity", ...args);

  write("history -c");
  let server = await start();
  const added = await curiosity("add", question, "--every", "1s", "--tag", "env=prod", "--json");
  expect(added).toMatchObject({ code: 0, stderr: expect.stringMatching(/^read as {2}\S/) });
  expect(added.stderr.match(/^.{9}\d{4}-\d\d-\d\dT\S+Z {2}/gm)).toHaveLength(3);
  const { id } = JSON.parse(added.stdout);
  const first = await runOf(server, id, "completed");
  expect(first).toMatchObject({ curiosity_id: id, changes: null, findings: [{}] });
  const second = await runOf(server, id, "completed", [first.investigation_id]);
  expect(second.changes).toEqual({ new: [], resolved: [] });

  const setActive = (active: boolean) =>
    server.call("PATCH", `/v1/curiosity/${id}`, { body: { active } });
  expect((await setActive(false)).body.next_run_at).toBeNull();
  await server.stop();
  write("ls", 1_000);
  server = await start();
  expect((await setActive(true)).status).toBe(200);
  const going = await runOf(server, id, "running");
  expect(await server.stop("SIGKILL")).toBe("SIGKILL");

  server = await start();
  const taken = await server.outcome(going.investigation_id);
  expect(taken).toMatchObject({ status: "completed", curiosity_id: id, findings: [] });
  expect(taken.changes).toMatchObject({
    new: [],
    resolved: [{ detection_id: "history_tampering", hostname: "web-1" }],
  });
  const next = await runOf(server, id, "completed", [going.investigation_id]);
  expect(next.changes).toEqual({ new: [], resolved: [] });

  const runs = await curiosity("runs", id);
  expect(runs.stdout).toContain(
    "\n  - medium    web-1  A shell's history was switched off or wiped\n",
  );
}, 60_000);
