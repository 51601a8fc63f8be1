import { spawnSync } from "node:child_process";
import { truncateSync, writeFileSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { openHost } from "../../../src/tables/host/local.ts";
import { diskEncryption } from "../../../src/tables/storage/disk-encryption/table.ts";
import { collectRows } from "../../helpers/collect-table.ts";
import { temporaryFolder } from "../../helpers/temporary-folder.ts";

const run = (tool: string, ...args: string[]) => {
  const { status, stdout } = spawnSync(tool, args, { input: "secret", encoding: "utf8" });
  return { ok: status === 0, stdout: stdout?.trim() ?? "" };
};

const canAttach =
  process.getuid?.() === 0 && run("cryptsetup", "--version").ok && run("losetup", "-f").ok;
if (!canAttach)
  console.warn("Skipped: the comparison of disks needs root, cryptsetup and a loop device.");

/** A loop device over a file of 20 MiB, detached after the test. */
function attach(): string {
  const image = `${temporaryFolder()}/image`;
  writeFileSync(image, "");
  truncateSync(image, 20 << 20);
  const { stdout: device } = run("losetup", "--find", "--show", image);
  onTestFinished(() => void run("losetup", "--detach", device));
  return device;
}

const format = ["-q", "--pbkdf", "pbkdf2", "--pbkdf-force-iterations", "1000"];

test.skipIf(!canAttach).each(["luks1", "luks2", "none"])(
  "a disk is encrypted where cryptsetup finds a header: %s",
  async (type) => {
    const device = attach();
    if (type !== "none") run("cryptsetup", "luksFormat", "--type", type, ...format, device, "-");
    const rows = await collectRows(diskEncryption, openHost());
    const isLuks = run("cryptsetup", "isLuks", device).ok;
    expect(isLuks).toBe(type !== "none");
    expect(rows.find((row) => row.name === device)).toMatchObject({
      encrypted: Number(isLuks),
      uuid: isLuks ? run("cryptsetup", "luksUUID", device).stdout : "",
    });
  },
);
