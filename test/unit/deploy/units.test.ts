import { spawnSync } from "node:child_process";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../helpers/temporary-folder.ts";

/** What systemd 250 added: the folder of credentials (%d), and checks of units that are not installed. */
const leastVersion = 250;
const { stdout = "" } = spawnSync("systemd-analyze", ["--version"], { encoding: "utf8" });
const version = Number(/^systemd (\d+)/.exec(stdout)?.[1] ?? 0);
const isTooOld = version < leastVersion;
if (isTooOld)
  console.warn(
    `Skipped: systemd checks the units, since it needs systemd-analyze ${leastVersion}.`,
  );

const unit = readFileSync("deploy/systemd/inquest@.service", "utf8");
const analyze = (...args: string[]) => {
  const { stdout, stderr, status } = spawnSync("systemd-analyze", args, { encoding: "utf8" });
  return { stdout, stderr, status };
};

test.skipIf(isTooOld)("systemd accepts the unit, and rates it as hardened", () => {
  const file = join(temporaryFolder(), "inquest@.service");
  // The program and its manual page are not installed here.
  const installed = unit.replace("/usr/bin/inquest", process.execPath);
  writeFileSync(file, installed.replace(/^Documentation=.*\n/m, ""));
  expect(analyze("verify", file)).toEqual({ stdout: "", stderr: "", status: 0 });
  // The threshold is ten times the exposure level that it prints.
  expect(analyze("security", "--offline=true", "--threshold=15", file)).toMatchObject({
    status: 0,
  });
});

test("before the start, the keys are copied into a data folder that has none", () => {
  const [CREDENTIALS_DIRECTORY, INQUEST_DATA_DIR] = [temporaryFolder(), temporaryFolder()];
  for (const key of ["secret.key", "plan.key"])
    writeFileSync(join(CREDENTIALS_DIRECTORY, key), key, { mode: 0o400 });
  writeFileSync(join(INQUEST_DATA_DIR, "plan.key"), "rotated");
  const [, script = ""] = /^ExecStartPre=\/bin\/sh -c '(.*)'$/m.exec(unit) ?? [];
  const env = { PATH: process.env.PATH, CREDENTIALS_DIRECTORY, INQUEST_DATA_DIR };
  // systemd makes one dollar sign of two.
  const { status } = spawnSync("sh", ["-c", script.replaceAll("$$", () => "$")], { env });
  expect(status).toBe(0);
  const [secret, plan] = ["secret.key", "plan.key"].map((key) => join(INQUEST_DATA_DIR, key));
  expect(readFileSync(secret!, "utf8")).toBe("secret.key");
  expect(statSync(secret!).mode & 0o777).toBe(0o600);
  expect(readFileSync(plan!, "utf8")).toBe("rotated");
});

test("it is hardened like the unit of the Debian package", () => {
  const hardening = (text: string) => text.slice(text.indexOf("UMask="));
  expect(hardening(unit)).toBe(hardening(readFileSync("tools/debian/inquest.service", "utf8")));
});
