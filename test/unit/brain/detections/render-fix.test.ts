import { expect, test } from "vitest";
import { renderFix } from "../../../../src/brain/detections/render-fix.ts";

test("each row of evidence gets its commands, once", () => {
  const evidence = {
    columns: ["path", "mode"],
    rows: [
      ["/a", 1],
      ["/b", 1],
      ["/a", 1],
    ],
  };
  expect(renderFix(["chmod go-w {path}"], evidence)).toEqual(["chmod go-w /a", "chmod go-w /b"]);
});

test("values can't leave their word of the shell", () => {
  const evidence = { columns: ["path"], rows: [["/x'; reboot; '"], ["-rf"], [""], ["/a b"]] };
  expect(renderFix(["rm {path}"], evidence)).toEqual([
    "rm '/x'\\''; reboot; '\\'''",
    "rm '-rf'",
    "rm ''",
    "rm '/a b'",
  ]);
});

test("a row whose values a terminal would act on has no commands", () => {
  const evidence = { columns: ["path"], rows: [["/tmp/\u001b[201~"], ["/tmp/a\nb"], ["/ok"]] };
  expect(renderFix(["rm {path}", "ls"], evidence)).toEqual(["rm /ok", "ls"]);
});

test("a command without a value for one of its columns is left out", () => {
  const evidence = {
    columns: ["path", "mend"],
    rows: [
      ["/a", null],
      ["/b", "/srv/b"],
    ],
  };
  expect(renderFix(["chmod go-w {mend}"], evidence)).toEqual(["chmod go-w /srv/b"]);
});
