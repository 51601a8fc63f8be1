import { expect, test } from "vitest";
import { gapReader } from "../../../../../src/tables/host/gap-reader.ts";
import {
  parseGetfacl,
  parseMarks,
  readAccessLists,
} from "../../../../../src/tables/permissions/path-permissions/access-lists.ts";
import { hostTree } from "../../../../helpers/host.ts";

/** Printed by getfacl 2.3.1 -p -n -s -a. */
const shown = `# file: /srv/plain
# owner: 0
# group: 0
# flags: s--
user::rw-
user:7:rwx\t#effective:r--
group::r--
mask::r--
other::r--

# file: /srv/a dir/n\\012l
# owner: 0
# group: 0
user::rw-
user:1001:rw-
group::r--
group:33:r-x
mask::rwx
other::r--

# file: /srv/é
# owner: 0
# group: 0
user::rw-
user:5:r--
group::r--
mask::r--
other::r--
`;

/** Printed by ls of coreutils 9.1 -ldnU --quoting-style=c. */
const listed = String.raw`-rw-r--r--+ 1 0 0    0 Nov 22 07:06 "/srv/plain"
drwxrwsr-x+ 2 0 0 4096 Nov 22 07:06 "/srv/a dir"
-rw-r--r--+ 1 0 0    0 Nov 22 07:06 "/srv/a dir/n\nl"
-rw-r--r--. 1 0 0    0 Nov 22 07:06 "/srv/\303\251 \"q\""
-rw-r--r--  1 0 0 1390 Nov 22 03:57 "/etc/passwd"
brw-rw----  1 0 6 254, 0 Nov 22 03:57 "/dev/vda"
`;

const getfacl = "getfacl -p -n -s -a --";
const ls = "ls -ldnU --quoting-style=c --";

async function readLists(recorded: Record<string, { stdout: string; exitCode: number }>) {
  const read = gapReader(hostTree({ recorded }));
  const paths = ["/srv/plain", "/etc/passwd"];
  const lists = await readAccessLists(read, paths);
  return { lists: Object.fromEntries(lists), gaps: read.gaps };
}

test("entries beyond the mode are listed, for any file name", () => {
  expect(Object.fromEntries(parseGetfacl(shown))).toEqual({
    "/srv/plain": "user:7:rwx,group::r--,mask::r--",
    "/srv/a dir/n\nl": "user:1001:rw-,group::r--,group:33:r-x,mask::rwx",
    "/srv/é": "user:5:r--,group::r--,mask::r--",
  });
});

test("ls shows which files have a list, not its entries", () => {
  expect(Object.fromEntries(parseMarks(listed))).toEqual({
    "/srv/plain": null,
    "/srv/a dir": null,
    "/srv/a dir/n\nl": null,
    '/srv/é "q"': "",
    "/etc/passwd": "",
    "/dev/vda": "",
  });
});

test("a file that getfacl leaves out has no list", async () => {
  const stdout = shown.split("\n\n")[0]!;
  expect(
    await readLists({ [`${getfacl} /srv/plain /etc/passwd`]: { stdout, exitCode: 0 } }),
  ).toEqual({
    lists: { "/srv/plain": "user:7:rwx,group::r--,mask::r--", "/etc/passwd": "" },
    gaps: [],
  });
});

test("without getfacl only files marked by ls are unknown, with a gap", async () => {
  const result = await readLists({
    [`${ls} /srv/plain /etc/passwd`]: { stdout: listed, exitCode: 0 },
  });
  expect(result.lists).toEqual({ "/srv/plain": null, "/etc/passwd": "" });
  expect(result.gaps).toEqual([
    {
      reason: "table_missing",
      detail: "access lists of 1 paths, such as /srv/plain: getfacl could not read them",
      columns: ["acl"],
    },
  ]);
});

test("when getfacl fails on a path, the paths it left out are unknown", async () => {
  const result = await readLists({
    [`${getfacl} /srv/plain /etc/passwd`]: { stdout: shown, exitCode: 1 },
  });
  expect(result.lists).toEqual({
    "/srv/plain": "user:7:rwx,group::r--,mask::r--",
    "/etc/passwd": null,
  });
  expect(result.gaps).toHaveLength(1);
});

test("with an ls other than GNU's all lists are unknown", async () => {
  const { lists } = await readLists({
    [`${ls} /srv/plain /etc/passwd`]: { stdout: "", exitCode: 1 },
  });
  expect(lists).toEqual({ "/srv/plain": null, "/etc/passwd": null });
});
