import { spawnSync } from "node:child_process";
import { chmodSync, chownSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { users } from "../../../src/tables/accounts/users/table.ts";
import { openHost } from "../../../src/tables/host/local.ts";
import { collectRows } from "../../helpers/collect-table.ts";
import { temporaryFolder } from "../../helpers/temporary-folder.ts";

const isolate = (script: string) =>
  spawnSync("unshare", ["-m", "sh", "-c", script], { encoding: "utf8" });
const canIsolate =
  process.getuid?.() === 0 &&
  isolate("command -v su passwd && mount --bind /etc/hosts /etc/hosts").status === 0;
if (!canIsolate)
  console.warn("Skipped: the comparison of accounts needs root, su, passwd and mount namespaces.");

const hash = "$6$c2FsdHNhbHQ$FIXTUREFIXTURE";
const today = Math.floor(Date.now() / 86_400_000);
const changed = today - 100;

/** By name: the password field, the other fields of /etc/shadow, the shell. */
const accounts: Record<string, [field: string, dates: string, shell: string]> = {
  usable: [hash, `${changed}:0:99999:7:::`, "/bin/sh"],
  shellless: [hash, `${changed}:0:99999:7:::`, ""],
  passwordless: ["", `${changed}:0:99999:7:::`, "/bin/sh"],
  nologin: [hash, `${changed}:0:99999:7:::`, "/usr/sbin/nologin"],
  falsely: [hash, `${changed}:0:99999:7:::`, "/bin/false"],
  unstartable: [hash, `${changed}:0:99999:7:::`, "/bin/gone"],
  locked: [`!${hash}`, `${changed}:0:99999:7:::`, "/bin/sh"],
  banged: ["!", `${changed}:0:99999:7:::`, "/bin/sh"],
  starred: ["*", `${changed}:0:99999:7:::`, "/bin/sh"],
  endedlong: [hash, `${changed}:0:99999:7::1:`, "/bin/sh"],
  endstoday: [hash, `${changed}:0:99999:7::${today}:`, "/bin/sh"],
  endsnext: [hash, `${changed}:0:99999:7::${today + 1}:`, "/bin/sh"],
  lapsed: [hash, `${changed}:0:90:7:5::`, "/bin/sh"],
  lapsing: [hash, `${changed}:0:90:7:10::`, "/bin/sh"],
};

function writeTree(root: string): void {
  const list = Object.entries(accounts);
  const lines = {
    "etc/passwd": list.map(
      ([name, [, , shell]], index) => `${name}:x:${4000 + index}:4000::/:${shell}`,
    ),
    "etc/shadow": list.map(([name, [field, dates]]) => `${name}:${field}:${dates}`),
    "etc/group": ["all:x:4000:"],
  };
  for (const [path, text] of Object.entries(lines)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), `root:x:0:0:root:/root:/bin/sh\n${text.join("\n")}\n`);
    chownSync(join(root, path), 0, 0);
    chmodSync(join(root, path), 0o644);
  }
  for (const name of ["bin", "usr"]) symlinkSync(`/${name}`, join(root, name));
}

/** Whether su starts a session, if only to change the password, and passwd knows a password. */
function askTools(root: string): Record<string, number> {
  const mounts = ["passwd", "shadow", "group"].map(
    (name) => `mount --bind ${root}/etc/${name} /etc/${name}`,
  );
  const session = (name: string) =>
    `{ su ${name} -c 'echo started' </dev/null 2>&1 | grep -cE '^started|required to change'; }`;
  const asked = Object.keys(accounts).map(
    (name) => `echo ${name} $(${session(name)}) $(passwd -S ${name} | cut -d' ' -f2)`,
  );
  const { stdout } = isolate([...mounts, ...asked].join("\n"));
  const lines = stdout.trim().split("\n");
  return Object.fromEntries(
    lines
      .map((line) => line.split(" "))
      .map(([name, started, status]) => [
        name,
        Number(started !== "0" && /^N?P$/.test(status ?? "")),
      ]),
  );
}

test.skipIf(!canIsolate)("accounts are enabled that su and passwd let in", async () => {
  const root = temporaryFolder();
  writeTree(root);
  const rows = await collectRows(users, openHost({ root, platform: "linux", recorded: {} }));
  const ours = Object.fromEntries(rows.map((row) => [row.username, row.enabled]));
  delete ours.root;
  const theirs = askTools(root);
  expect(Object.values(theirs).filter(Boolean)).toHaveLength(5);
  expect(ours).toEqual(theirs);
});
