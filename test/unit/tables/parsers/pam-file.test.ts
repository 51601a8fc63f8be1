import { expect, test } from "vitest";
import { parsePamFile } from "../../../../src/tables/parsers/pam-file.ts";

test("a line has a type, a control, a module and arguments", () => {
  const text = [
    "# The rules",
    "AUTH\t[success=1 default=ignore]\tpam_unix.so nullok  # here",
    "-session optional pam_systemd.so",
    "@include common-account",
    "account required \\",
    "  pam_access.so [opt=a b] \\",
    "  debug",
    "nonsense",
    "password required",
  ];
  expect(parsePamFile(text.join("\n"))).toEqual([
    {
      type: "auth",
      control: "[success=1 default=ignore]",
      module: "pam_unix.so",
      args: ["nullok"],
      line: 2,
    },
    { type: "session", control: "optional", module: "pam_systemd.so", args: [], line: 3 },
    { type: null, control: "include", module: "common-account", args: [], line: 4 },
    {
      type: "account",
      control: "required",
      module: "pam_access.so",
      args: ["[opt=a b]", "debug"],
      line: 5,
    },
  ]);
});
