import { execFileSync } from "node:child_process";
import { lstatSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { renderFix } from "../../../../src/brain/detections/render-fix.ts";
import { temporaryFolder } from "../../../helpers/temporary-folder.ts";

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

test("kernel settings are set in one script, which names each once", () => {
  const fix = { sysctl: { "{name}": "{wanted}" } };
  const columns = ["name", "wanted"];
  const rows = [
    ["kernel.a", 2],
    ["net.ipv4.conf.eth0/1.b", 0],
    ["kernel.a", 2],
    ["kernel.absent", null],
  ];
  expect(renderFix(fix, { columns, rows })).toEqual([
    "sysctl -qw kernel.a=2 net.ipv4.conf.eth0/1.b=0",
    expect.stringMatching(
      /^grep .*\(kernel\[\.\/\]a\|net.* \/etc\/sysctl\.conf \/etc\/sysctl\.d \| xargs/,
    ),
    "printf '%s\\n' kernel.a=2 net.ipv4.conf.eth0/1.b=0 >> /etc/sysctl.d/zz-inquest.conf",
  ]);
  expect(renderFix(fix, { columns, rows: rows.slice(3) })).toEqual([]);
});

test("lines of other files that set a kernel setting become comments, and only they", () => {
  const folder = temporaryFolder(onTestFinished);
  const file = (name: string) => join(folder, name);
  const before =
    "-kernel/a = 0\n kernel.a=0\nkernel.ab = 0\n# kernel.a = 0\nkernel.b = kernel.a = 0\n";
  mkdirSync(file("sysctl.d"));
  writeFileSync(file("sysctl.conf"), before);
  writeFileSync(file("sysctl.d/10 old.conf"), "kernel.a = 1\n");
  writeFileSync(file("sysctl.d/old.disabled"), "kernel.a = 1\n");
  symlinkSync("../sysctl.conf", file("sysctl.d/99-sysctl.conf"));
  const commands = renderFix({ sysctl: { "kernel.a": 2 } }, { columns: [], rows: [[]] });
  for (const command of commands.slice(1))
    execFileSync("sh", ["-c", command.replaceAll("/etc/", `${folder}/`)]);
  expect(readFileSync(file("sysctl.conf"), "utf8")).toBe(
    "# -kernel/a = 0\n#  kernel.a=0\nkernel.ab = 0\n# kernel.a = 0\nkernel.b = kernel.a = 0\n",
  );
  expect(readFileSync(file("sysctl.d/10 old.conf"), "utf8")).toBe("# kernel.a = 1\n");
  expect(readFileSync(file("sysctl.d/old.disabled"), "utf8")).toBe("kernel.a = 1\n");
  expect(lstatSync(file("sysctl.d/99-sysctl.conf")).isSymbolicLink()).toBe(true);
  expect(readFileSync(file("sysctl.d/zz-inquest.conf"), "utf8")).toBe("kernel.a=2\n");
});
