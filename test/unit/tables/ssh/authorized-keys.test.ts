import fc from "fast-check";
import { expect, test } from "vitest";
import { parseAuthorizedKey } from "../../../../src/tables/parsers/ssh/authorized-keys-line.ts";
import { authorizedKeys } from "../../../../src/tables/ssh/authorized-keys.ts";
import { denyingHost } from "../../../helpers/closed-host.ts";
import { collectOf, pick } from "../../../helpers/collect-table.ts";
import { recordedHost } from "../../../helpers/host.ts";

const server = recordedHost("accounts-server");
const bare = recordedHost("accounts-bare");

/** As ssh-keygen -l prints them. */
const laptop = "SHA256:w6ko88j+xubmarI+QPdg/KKfchxJSwinK4Q31Vqw8bM";
const work = "SHA256:spqamXDp29HLgbD66xUa4dnUZi4PewBOoKYGyqNR7Gc";

test("keys of every file that sshd reads, with their restrictions", async () => {
  const { rows, gaps } = await collectOf(authorizedKeys, server);
  const columns = [
    "username",
    "algorithm",
    "key_bits",
    "options",
    "comment",
    "key_file",
    "fingerprint",
  ];
  expect(pick(rows, ...columns)).toEqual([
    {
      username: "alice",
      algorithm: "ssh-ed25519",
      key_bits: 256,
      options: "",
      comment: "alice@laptop two words",
      key_file: "/home/alice/.ssh/authorized_keys",
      fingerprint: laptop,
    },
    {
      username: "alice",
      algorithm: "ssh-rsa",
      key_bits: 2048,
      options: 'from="10.0.0.0/8",command="echo \\"hi there\\" #x",no-pty',
      comment: "",
      key_file: "/home/alice/.ssh/authorized_keys",
      fingerprint: work,
    },
    {
      username: "bob",
      algorithm: "ssh-rsa",
      key_bits: 2048,
      options: "",
      comment: "central",
      key_file: "/etc/ssh/keys/bob",
      fingerprint: work,
    },
  ]);
  expect(gaps).toEqual([]);
});

test("comments, blobs of another type and other text are skipped", () => {
  for (const line of ["", "# ssh-rsa AAAA", "ssh-rsa not-base64", "hello world", 'a="b c ssh-rsa'])
    expect(parseAuthorizedKey(line)).toBeUndefined();
});

test("a line separator within a comment doesn't hide the key", async () => {
  const [row] = (await collectOf(authorizedKeys, server)).rows;
  const line = `${row?.algorithm} ${row?.key} a\u2028b`;
  expect(parseAuthorizedKey(line)?.comment).toBe("a\u2028b");
});

test("any line is read without an error", () => {
  fc.assert(fc.property(fc.string(), (line) => void parseAuthorizedKey(line)));
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 80 }), (bytes) => {
      parseAuthorizedKey(`ssh-rsa ${Buffer.from(bytes).toString("base64")}`);
    }),
  );
});

test("an unreadable home is a gap, an absent one is empty", async () => {
  const { rows, gaps } = await collectOf(authorizedKeys, denyingHost(server, "/home/alice/.ssh"));
  expect(rows.map((row) => row.username)).toEqual(["bob"]);
  expect(gaps.map(({ reason }) => reason)).toContain("denied");
  expect(await collectOf(authorizedKeys, bare)).toEqual({ rows: [], gaps: [] });
});

test("a file that its user couldn't read itself is not shown as the user's", async () => {
  const linked = {
    ...server,
    stat: (path: string) => {
      const stats = server.stat(path);
      if (path === "/home/alice/.ssh/authorized_keys")
        Object.assign(stats, { uid: 0, gid: 42, mode: 0o100640 });
      return stats;
    },
  };
  const { rows, gaps } = await collectOf(authorizedKeys, linked);
  expect(rows.map((row) => row.username)).toEqual(["bob"]);
  expect(gaps).toEqual([
    {
      reason: "denied",
      detail: "/home/alice/.ssh/authorized_keys: not readable by alice",
    },
  ]);
});
