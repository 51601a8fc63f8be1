import { expect, test } from "vitest";
import { portageKeywords } from "../../../../src/tables/packages/portage-keywords.ts";
import { portagePackages } from "../../../../src/tables/packages/portage-packages.ts";
import { portageUse } from "../../../../src/tables/packages/portage-use.ts";
import { vscodeExtensions } from "../../../../src/tables/packages/vscode-extensions.ts";
import { yumSources } from "../../../../src/tables/packages/yum-sources.ts";
import { collectRows } from "../../../helpers/collect-table.ts";
import { temporaryHost } from "../../../helpers/host.ts";

test("portage's packages, with those that were asked for", async () => {
  const folder = "/var/db/pkg/app-editors/vim-9.1.0470-r1";
  const host = temporaryHost({
    [`${folder}/SLOT`]: "0\n",
    [`${folder}/EAPI`]: "8\n",
    [`${folder}/SIZE`]: "3456\n",
    "/var/db/pkg/app-editors/-MERGING-x/SLOT": "0\n",
    "/var/lib/portage/world": "app-editors/vim\n",
  });
  expect(await collectRows(portagePackages, host)).toMatchObject([
    {
      package: "app-editors/vim",
      version: "9.1.0470-r1",
      slot: "0",
      eapi: 8,
      size: 3456,
      world: 1,
    },
  ]);
});

test("flags that portage's packages know and were built with", async () => {
  const folder = "/var/db/pkg/app-editors/vim-9.1.0470-r1";
  const host = temporaryHost({
    [`${folder}/IUSE`]: "+acl -X nls\n",
    [`${folder}/USE`]: "acl amd64 nls\n",
  });
  expect(await collectRows(portageUse, host)).toEqual([
    { package: "app-editors/vim", version: "9.1.0470-r1", use: "acl" },
    { package: "app-editors/vim", version: "9.1.0470-r1", use: "nls" },
  ]);
});

test("packages that portage's settings accept, mask or unmask, from files and folders", async () => {
  const host = temporaryHost({
    "/etc/portage/package.accept_keywords/site":
      "# a comment\n>=app-editors/vim-9.1-r2:0 ~amd64 **\n",
    "/etc/portage/package.mask": "dev-lang/php # not here\n\n",
    "/etc/portage/package.unmask": "=sys-libs/glibc-2.40\n",
  });
  expect(await collectRows(portageKeywords, host)).toEqual([
    { package: "app-editors/vim", version: "9.1-r2", keyword: "~amd64 **", mask: 0, unmask: 0 },
    { package: "dev-lang/php", version: "", keyword: "", mask: 1, unmask: 0 },
    { package: "sys-libs/glibc", version: "2.40", keyword: "", mask: 0, unmask: 1 },
  ]);
});

test("yum's repositories, with values of several lines", async () => {
  const repo = [
    "[base]",
    "name = Base",
    "baseurl=https://a.example/",
    "  https://b.example/",
    "gpgcheck=0",
    "# enabled=0",
    "[extras]",
    "enabled = 0",
  ].join("\n");
  const host = temporaryHost({
    "/etc/yum.conf": "[main]\ngpgcheck=1\n",
    "/etc/yum.repos.d/site.repo": repo,
    "/etc/yum.repos.d/site.repo.rpmsave": repo,
  });
  expect(await collectRows(yumSources, host)).toMatchObject([
    {
      name: "Base",
      source: "/etc/yum.repos.d/site.repo",
      baseurl: "https://a.example/ https://b.example/",
      gpgcheck: "0",
      enabled: "",
    },
    { name: "extras", enabled: "0" },
  ]);
});

test("extensions of an editor", async () => {
  const extension = {
    identifier: { id: "ms-python.python", uuid: "u" },
    version: "1.2.3",
    location: { path: "/home/a/.vscode/extensions/ms-python.python-1.2.3" },
    metadata: { publisherDisplayName: "Microsoft", installedTimestamp: 1700000000000 },
  };
  const host = temporaryHost({
    "/etc/passwd": "a:x:0:0::/home/a:/bin/sh\n",
    "/home/a/.vscode/extensions/extensions.json": JSON.stringify([extension, "odd"]),
  });
  const rows = await collectRows(vscodeExtensions, host);
  expect(rows[0]).toMatchObject({
    ...{ name: "ms-python.python", version: "1.2.3", publisher: "Microsoft", uid: 0 },
    ...{ vscode_edition: "vscode", installed_at: 1700000000000, prerelease: 0 },
  });
});
