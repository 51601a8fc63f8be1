import { expect, test } from "vitest";
import { sambaSettings } from "../../../../src/tables/storage/samba-settings.ts";
import { temporaryHost } from "../../../helpers/host.ts";

test("old names of parameters are the new ones, and the last value counts", async () => {
  const host = temporaryHost({
    "etc/samba/smb.conf":
      "[Global]\nserver min protocol = SMB3\nMin Protocol = NT1\n[data]\npath = /srv\n",
  });
  expect(await sambaSettings.collect(host)).toEqual({
    rows: [{ name: "serverminprotocol", value: "NT1", path: "/etc/samba/smb.conf" }],
    gaps: [],
  });
});

test("a file that replaces smb.conf is a gap", async () => {
  const host = temporaryHost({
    "etc/samba/smb.conf": "[global]\nconfig file = /etc/samba/x.conf\n",
  });
  expect((await sambaSettings.collect(host)).gaps).toMatchObject([{ reason: "error" }]);
});
