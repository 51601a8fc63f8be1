import { expect, test } from "vitest";
import { createPathTree } from "../../../../../src/tables/permissions/path-permissions/path-tree.ts";
import { denyingHost } from "../../../../helpers/closed-host.ts";
import { hostTree } from "../../../../helpers/host.ts";

const makeHost = () =>
  hostTree({
    files: { "/usr/bin/dash": "", "/run/docker.sock": "", "/opt/app/x": "" },
    links: {
      "/bin": "usr/bin",
      "/usr/bin/sh": "dash",
      "/var/run": "/run",
      "/opt/a": "b",
      "/opt/b": "a",
      "/opt/app/self": "self/deeper",
      "/opt/up": "app/../app",
    },
  });

const treeOf = (host = makeHost()) => createPathTree(host);

test("every link in a path adds its target's parent folders", () => {
  expect(treeOf().parentPaths("/bin/sh")).toEqual([
    ["/bin/sh", "/bin", "/"],
    ["/usr/bin/sh", "/usr/bin", "/usr", "/"],
    ["/usr/bin/dash", "/usr/bin", "/usr", "/"],
  ]);
  expect(treeOf().parentPaths("/var/run/docker.sock")).toEqual([
    ["/var/run/docker.sock", "/var/run", "/var", "/"],
    ["/run/docker.sock", "/run", "/"],
  ]);
});

test("circular links end", () => {
  expect(
    treeOf()
      .parentPaths("/opt/a")
      .map(([path]) => path),
  ).toEqual(["/opt/a", "/opt/b"]);
  expect(treeOf().parentPaths("/opt/app/self").length).toBeLessThan(50);
  expect(treeOf().resolveFolders("/opt/app/self/x")).toContain("/opt/app/self");
});

test("paths below a missing folder, a file or a circle are missing", () => {
  const tree = treeOf();
  for (const path of ["/opt/none/x", "/opt/app/x/y", "/opt/a/x"])
    expect(tree.inspect(path)).toMatchObject({ type: "missing", mode: null });
  expect(tree.unseen.size).toBe(0);
});

test("paths that can't be inspected are unknown, with the reason", () => {
  const tree = treeOf(denyingHost(makeHost(), "/opt/app"));
  expect(tree.inspect("/opt/app/x")).toMatchObject({ type: "unknown", mode: null });
  const detail = "/opt/app/x: permission denied";
  expect([...tree.unseen]).toEqual([["/opt/app/x", { reason: "denied", detail }]]);
});

test("resolveFolders resolves links in the folders, not the last one", () => {
  expect(treeOf().resolveFolders("/bin/sh")).toBe("/usr/bin/sh");
  expect(treeOf().resolveFolders("/opt/up/x")).toBe("/opt/app/x");
  expect(treeOf().resolveFolders("/")).toBe("/");
});
