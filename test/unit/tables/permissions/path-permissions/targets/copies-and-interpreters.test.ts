import { expect, test } from "vitest";
import { pathPermissions } from "../../../../../../src/tables/permissions/path-permissions/table.ts";
import { collectOf, pick } from "../../../../../helpers/collect-table.ts";
import { hostTree } from "../../../../../helpers/host.ts";
import { type Owner, ownedHost } from "../../../../../helpers/owned-host.ts";

/** "target detail" of each target with the purpose. */
async function targetsOf(
  purpose: string,
  files: Record<string, string>,
  owners: Record<string, Partial<Owner>>,
): Promise<string[]> {
  const base = {
    "/etc/passwd": "root:x:0:0::/root:/bin/sh\nalice:x:1001:1001::/home/alice:/bin/sh\n",
    "/etc/group": "root:x:0:\n",
    "/proc/self/mounts": "/dev/a / ext4 rw 0 0\n",
  };
  const host = ownedHost(hostTree({ files: { ...base, ...files } }), owners);
  const { rows } = await collectOf(pathPermissions, host);
  const own = rows.filter((row) => row.purpose === purpose && row.depth === 0);
  return pick(own, "target", "detail").map(({ target, detail }) => `${target} ${detail}`.trim());
}

test("a program with the set-user-ID bit is compared with the system's programs", async () => {
  const files = {
    "/usr/bin/bash": "the shell",
    "/usr/bin/find": "find it",
    "/usr/lib/.cache": "the shell",
    "/opt/other": "no copy..",
    "/opt/longer": "find it all",
  };
  const setuid = { mode: 0o4755 };
  const owners = { "/usr/lib/.cache": setuid, "/opt/other": setuid, "/opt/longer": setuid };
  expect(await targetsOf("setuid", files, { ...owners, "/usr/bin/find": setuid })).toEqual([
    "/opt/longer",
    "/opt/other",
    "/usr/bin/find",
    "/usr/lib/.cache bash",
  ]);
});

test.each([
  ["by its path", "#!/bin/bash\n", ["/bin/bash /opt/job"]],
  ["by env", "#!/usr/bin/env python3\n", ["/usr/bin/python3 /opt/job"]],
  ["which is told to ignore variables", "#!/bin/bash -p\n", []],
  ["a program, not a script", "\x7fELF", []],
])("what interprets a script that sudo allows: %s", async (_, text, expected) => {
  const files = {
    "/etc/sudoers": "alice ALL = (root) /opt/job\n",
    "/usr/bin/sudo": "",
    "/opt/job": text,
  };
  const owners = { "/usr/bin/sudo": { mode: 0o4755 }, "/opt/job": { mode: 0o755 } };
  expect(await targetsOf("sudo_interpreter", files, owners)).toEqual(expected);
});
