import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { openHost } from "../../../src/tables/host/local.ts";
import { bytesOfPath } from "../../../src/tables/parsers/byte-text.ts";
import { suidBin } from "../../../src/tables/permissions/suid-bin.ts";
import { collectRows } from "../../helpers/collect-table.ts";
import { temporaryFolder } from "../../helpers/temporary-folder.ts";

const hasFind = spawnSync("find", ["--version"]).stdout?.includes("GNU") ?? false;
if (!hasFind) console.warn("Skipped: the comparison of setuid files needs GNU find.");

/** Any bytes but "/" and NUL, most of them not UTF-8. */
const names = fc.sample(
  fc
    .uint8Array({ minLength: 1, maxLength: 12 })
    .map((bytes) => Buffer.from(bytes.filter((byte) => byte !== 0 && byte !== 0x2f)))
    .filter((name) => name.length > 0 && !/^\.\.?$/.test(name.toString("latin1"))),
  { numRuns: 200, seed: 14 },
);

test.skipIf(!hasFind)(
  "suid_bin lists the files that find lists, whatever their names",
  async () => {
    const root = temporaryFolder();
    for (const path of ["proc/self", "etc"]) mkdirSync(`${root}/${path}`, { recursive: true });
    writeFileSync(`${root}/proc/self/mounts`, "/dev/a / ext4 rw 0 0\n");
    writeFileSync(`${root}/etc/passwd`, "root:x:0:0::/:/bin/sh\n");
    for (const [index, name] of names.entries()) {
      const folder = Buffer.concat([Buffer.from(`${root}/${index}-`), name]);
      mkdirSync(folder);
      const path = Buffer.concat([folder, Buffer.from("/"), name]);
      writeFileSync(path, "");
      chmodSync(path, 0o4755);
    }
    const { stdout } = spawnSync("find", [root, "-type", "f", "-perm", "/6000", "-print0"]);
    const wanted = stdout.toString("latin1").split("\0").filter(Boolean);
    const rows = await collectRows(suidBin, openHost({ root, platform: "linux", recorded: {} }));
    const found = rows.map(({ path }) =>
      Buffer.concat([Buffer.from(root), Buffer.from(bytesOfPath(String(path)))]).toString("latin1"),
    );
    expect(found.length).toBe(names.length);
    expect(found.sort()).toEqual(wanted.sort());
  },
);
