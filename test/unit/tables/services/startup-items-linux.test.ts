import { chmodSync } from "node:fs";
import { expect, test } from "vitest";
import { startupItems } from "../../../../src/tables/services/startup-items/table.ts";
import { collectRows } from "../../../helpers/collect-table.ts";
import { temporaryHost } from "../../../helpers/host.ts";

test("desktop entries of the system and of accounts, and scripts that start at boot", async () => {
  const host = temporaryHost({
    "/etc/passwd": "a:x:0:0::/home/a:/bin/sh\n",
    "/etc/xdg/autostart/x.desktop":
      '[Desktop Entry]\nName=X\nExec="/opt/x y" --quiet\n[Other]\nExec=/bin/no\n',
    "/home/a/.config/autostart/y.desktop": "[Desktop Entry]\nExec=/home/a/y\nHidden=true\nName=Y\n",
    "/etc/init.d/on": "#!/bin/sh\n",
    "/etc/init.d/README": "text\n",
  });
  chmodSync(host.path("/etc/init.d/on"), 0o755);
  const rows = await collectRows(startupItems, host);
  expect(
    rows.map(({ name, path, args, status, username }) => [name, path, args, status, username]),
  ).toEqual([
    ["X", "/opt/x y", "--quiet", "enabled", null],
    ["Y", "/home/a/y", "", "disabled", "a"],
    ["README", "/etc/init.d/README", "", "disabled", "root"],
    ["on", "/etc/init.d/on", "", "enabled", "root"],
  ]);
});
