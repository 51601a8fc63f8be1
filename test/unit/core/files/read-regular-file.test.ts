import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readRegularFile } from "../../../../src/core/files/read-regular-file.ts";
import { temporaryFolder } from "../../../helpers/temporary-folder.ts";

test("a regular file is read, after a check of its stats", () => {
  const path = join(temporaryFolder(), "a");
  writeFileSync(path, "text");
  expect(readRegularFile(path).toString()).toBe("text");
  const check = ({ size }: { size: number }) => {
    throw new Error(`${size} bytes`);
  };
  expect(() => readRegularFile(path, check)).toThrow("4 bytes");
});

test.skipIf(process.platform === "win32")(
  "finding 18: pipes, devices and folders are refused without waiting",
  () => {
    const folder = temporaryFolder();
    const pipe = join(folder, "pipe");
    execFileSync("mkfifo", [pipe]);
    const codes = [pipe, "/dev/zero", folder].map((path) => {
      try {
        return readRegularFile(path).toString();
      } catch (error) {
        return (error as NodeJS.ErrnoException).code;
      }
    });
    expect(codes).toEqual(["NOT_REGULAR", "NOT_REGULAR", "EISDIR"]);
  },
);
