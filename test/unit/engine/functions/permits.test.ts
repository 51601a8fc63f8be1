import { expect, test } from "vitest";
import { type Permission, permits } from "../../../../src/engine/functions/permits.ts";

const alice = { uid: 1001, gids: [1001, 33] };

/** What alice may do with a file of somebody else's. */
function allowed(file: { mode: string; acl?: string | null; uid?: number; gid?: number }) {
  const question = { uid: 7, gid: 7, acl: "", account: alice, ...file };
  return (["r", "w", "x"] as Permission[])
    .filter((permission) => permits({ ...question, permission }))
    .join("");
}

test("without an ACL the matching class decides, even if a wider one allows more", () => {
  expect(allowed({ mode: "0754" })).toBe("r");
  expect(allowed({ mode: "0754", gid: 33 })).toBe("rx");
  expect(allowed({ mode: "0754", uid: 1001 })).toBe("rwx");
  expect(allowed({ mode: "0077", uid: 1001 })).toBe("");
  expect(allowed({ mode: "0707", gid: 33 })).toBe("");
  expect(allowed({ mode: "4755" })).toBe("rx");
});

test("a named user's entry applies within the mask, and before groups and others", () => {
  expect(allowed({ mode: "0670", acl: "user:1001:rw-,group::r--,mask::rwx" })).toBe("rw");
  expect(allowed({ mode: "0640", acl: "user:1001:rwx,group::r--,mask::r--" })).toBe("r");
  expect(allowed({ mode: "0677", acl: "user:1001:---,group:33:rwx,mask::rwx" })).toBe("");
  expect(allowed({ mode: "0674", acl: "user:1002:rwx,group::---,mask::rwx" })).toBe("r");
});

test("one of several groups is enough; if none matches, the entry for others decides", () => {
  expect(allowed({ mode: "0670", acl: "group::r--,group:33:-w-,mask::rwx" })).toBe("w");
  expect(allowed({ mode: "0670", gid: 1001, acl: "group::r--,group:33:-w-,mask::rwx" })).toBe("rw");
  expect(allowed({ mode: "0677", acl: "group::---,group:33:---,mask::rwx" })).toBe("");
  expect(allowed({ mode: "0674", gid: 33, acl: "user:5:rwx,group::-w-,mask::rwx" })).toBe("w");
});

test("for the owner the mode decides, whatever the ACL says", () => {
  expect(allowed({ mode: "0470", uid: 1001, acl: "user:1001:rwx,group::rwx,mask::rwx" })).toBe("r");
});

test("an ACL with an empty mask is ignored, as in Linux", () => {
  expect(allowed({ mode: "0606", acl: "user:1001:r--,group::rwx,mask::---" })).toBe("rw");
  expect(allowed({ mode: "0606", gid: 33, acl: "user:1001:r--,group::rwx,mask::---" })).toBe("");
});

test("without a known ACL the mode decides", () => {
  expect(allowed({ mode: "0664", gid: 33, acl: null })).toBe("rw");
});
