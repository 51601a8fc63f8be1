import { expect, test } from "vitest";
import { users } from "../../../../../src/tables/accounts/users/table.ts";
import { denyingHost } from "../../../../helpers/closed-host.ts";
import { collectOf } from "../../../../helpers/collect-table.ts";
import { temporaryHost } from "../../../../helpers/host.ts";

const names = ["ann", "ben", "carl", "dora"];
const files = {
  "/etc/passwd": names
    .map((name, at) => `${name}:x:${1000 + at}:100::/home/${name}:/bin/sh\n`)
    .join(""),
  "/var/lib/AccountsService/users/ann": "[User]\nSystemAccount=true\n",
  "/var/lib/AccountsService/users/ben": "[User]\nSession=\nSystemAccount=false\n",
  "/etc/lightdm/users.conf":
    "[UserList]\nminimum-uid=500\nhidden-users=nobody carl\n#hidden-users=ben\n",
  "/etc/sddm.conf.d/10-hide.conf": "[Users]\nHideUsers=ben\n",
  "/etc/sddm.conf": "[Users]\nHideUsers=root, dora\n",
};

test("an account has the file by which a login screen leaves it out", async () => {
  const { rows, gaps } = await collectOf(users, temporaryHost(files));
  expect(Object.fromEntries(rows.map((row) => [row.username, row.hidden_by]))).toEqual({
    ann: "/var/lib/AccountsService/users/ann",
    ben: undefined,
    carl: "/etc/lightdm/users.conf",
    dora: "/etc/sddm.conf",
  });
  expect(gaps.filter(({ columns }) => columns?.includes("hidden_by"))).toEqual([]);
});

test("a folder that only root may list leaves only this column open", async () => {
  const closed = denyingHost(temporaryHost(files), "/var/lib/AccountsService/users");
  expect((await collectOf(users, closed)).gaps).toContainEqual({
    reason: "denied",
    detail: "/var/lib/AccountsService/users: permission denied",
    columns: ["hidden_by"],
  });
});
