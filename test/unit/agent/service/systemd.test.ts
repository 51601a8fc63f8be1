import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { systemdService, systemdUnit } from "../../../../src/agent/service/systemd.ts";
import { temporaryFolder } from "../../../helpers/temporary-folder.ts";
import { hostilePaths, spec } from "./service-spec.ts";

const hasSystemd = spawnSync("systemd-analyze", ["--version"]).status === 0;
if (!hasSystemd) console.warn("Skipped: the check of a unit needs systemd-analyze.");

/** What systemd-analyze says of a unit; nothing where it finds nothing wrong. */
function analyze(unit: string, ...args: string[]) {
  const path = join(temporaryFolder(), "inquest-agent.service");
  writeFileSync(path, unit);
  const { stdout, stderr, status } = spawnSync("systemd-analyze", [...args, path], {
    encoding: "utf8",
    env: { ...process.env, SYSTEMD_LOG_COLOR: "0", SYSTEMD_COLORS: "0" },
  });
  return { text: stdout + stderr, status };
}

test("the unit starts the agent with its config and restarts it always", () => {
  const unit = systemdUnit(spec);
  expect(unit).toContain(
    '\nExecStart=":/usr/bin/node" "/opt/inquest/bin/run.js" "agents" "run" "--config" "/etc/inquest/agent.json"\n',
  );
  expect(unit).toMatch(/\nRestart=always\n/);
  expect(unit).toMatch(/\nStateDirectory=inquest-agent\n/);
  expect(unit).not.toMatch(/\n(User|ReadWritePaths|MemoryDenyWriteExecute|PrivateTmp)=/);
});

test("a cache folder from the config is the only writable one", () => {
  const unit = systemdUnit({ ...spec, cacheDir: "/srv/a b%c" });
  expect(unit).toMatch(/\nReadWritePaths="\/srv\/a b%%c"\n/);
  expect(unit).not.toContain("StateDirectory");
});

test("another user gets no capability, and a note on what it can't read", () => {
  const { text, notes } = systemdService({ ...spec, user: "ada" });
  expect(text).toMatch(/\nUser=ada\n/);
  expect(text).toMatch(/\nCapabilityBoundingSet=\n/);
  expect(notes).toEqual([expect.stringMatching(/^As ada the agent can't read .*\/etc\/shadow/)]);
  expect(systemdService(spec).notes).toEqual([]);
});

test.each(hostilePaths)("%j can't inject a directive", (path) => {
  const unit = systemdUnit({ ...spec, program: [`/opt/${path}`], configPath: `/etc/${path}` });
  const keys = unit.split("\n").filter((line) => /^\w+=/.test(line));
  const plain = systemdUnit({ ...spec, program: ["/opt/x"] });
  expect(keys).toHaveLength(plain.split("\n").filter((line) => /^\w+=/.test(line)).length);
});

test.skipIf(!hasSystemd)(
  "systemd accepts the unit, and looks for exactly the given path",
  () => {
    for (const name of hostilePaths.filter((path) => !/["'\\]/.test(path))) {
      const program = join(temporaryFolder(), name);
      mkdirSync(join(program, ".."), { recursive: true });
      writeFileSync(program, "#!/bin/sh\n", { mode: 0o755 });
      for (const cacheDir of [null, "/var/cache/a b"]) {
        const unit = systemdUnit({
          program: [program, ...hostilePaths],
          configPath: program,
          cacheDir,
          user: "root",
        });
        expect(analyze(unit, "verify", "--man=no").text, unit).toBe("");
      }
    }
    const absent = systemdUnit({ ...spec, program: ["/absent/agent"] });
    expect(analyze(absent, "verify", "--man=no").text).toContain("/absent/agent");
  },
  60_000,
);

test("a program that systemd would not start is refused", () => {
  for (const name of [`a"b`, "a'b", "a\\b"])
    expect(() => systemdService({ ...spec, program: [`/opt/${name}`] })).toThrow(
      /quote or backslash/,
    );
});

test.skipIf(!hasSystemd)("systemd rates its exposure in the lowest class", () => {
  const options = ["security", "--offline=true", "--no-pager", "--threshold=35"];
  for (const user of [null, "ada"]) {
    const { text, status } = analyze(systemdUnit({ ...spec, user }), ...options);
    expect(status, text).toBe(0);
  }
});
