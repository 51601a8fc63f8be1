import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { findTool } from "../../../../src/tables/host/find-tool.ts";
import { temporaryFolder } from "../../../helpers/temporary-folder.ts";

/** Two folders of this user with the tool `ps`. */
function twoFolders() {
  const root = temporaryFolder();
  const [first, second] = [join(root, "first"), join(root, "second")];
  for (const folder of [first, second]) {
    mkdirSync(folder, { mode: 0o755 });
    writeFileSync(join(folder, "ps"), "", { mode: 0o755 });
  }
  return { root, first, second, folders: [first, second] };
}

const denied = (path: string) =>
  expect.objectContaining({ reason: "denied", message: expect.stringContaining(path) });

test.skipIf(process.platform === "win32")("the first folder that holds the tool wins", () => {
  const { first, second, folders } = twoFolders();
  expect(findTool("ps", folders)).toBe(join(first, "ps"));
  chmodSync(join(first, "ps"), 0o644);
  expect(findTool("ps", folders)).toBe(join(second, "ps"));
  expect(() => findTool("lsof", folders)).toThrow(
    expect.objectContaining({ reason: "table_missing", message: "lsof is not installed" }),
  );
});

test.skipIf(process.platform === "win32").each([
  ["its folder", (first: string) => chmodSync(first, 0o777)],
  ["the file", (first: string) => chmodSync(join(first, "ps"), 0o757)],
])("finding 24: a tool is not run if others can write to %s", (_, open) => {
  const { first, second, folders } = twoFolders();
  open(first);
  expect(findTool("ps", folders)).toBe(join(second, "ps"));
  expect(() => findTool("ps", [first])).toThrow(denied(join(first, "ps")));
  expect(() => findTool(join(first, "ps"), folders)).toThrow(denied(join(first, "ps")));
});

test.skipIf(process.platform === "win32")(
  "finding 24: a link is followed step by step through folders of this user only",
  () => {
    const { root, first, second, folders } = twoFolders();
    const link = join(first, "ip");
    symlinkSync("../second/ps", link);
    expect(findTool("ip", folders)).toBe(link);
    const open = join(root, "open");
    mkdirSync(open);
    chmodSync(open, 0o777);
    symlinkSync(join(second, "ps"), join(open, "hop"));
    symlinkSync(join(open, "hop"), join(first, "df"));
    expect(() => findTool("df", folders)).toThrow(denied(join(first, "df")));
    symlinkSync("loop", join(first, "loop"));
    expect(() => findTool("loop", folders)).toThrow("loop is not installed");
  },
);

test.skipIf(process.platform !== "linux")("the system's own tools are found", () => {
  expect(findTool("id", ["/usr/sbin", "/usr/bin", "/bin"])).toMatch(/^\/(usr\/)?bin\/id$/);
});
