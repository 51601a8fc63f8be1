import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { fixCommands } from "../../../../src/brain/posture/fix-commands.ts";
import { finding } from "../../../helpers/api-records.ts";
import { detectionDefinition } from "../../../helpers/records.ts";

const linux = () => "linux";
const evidence = (columns: string[], ...rows: (string | number | null)[][]) =>
  finding({ evidence: { sql: "", columns, rows, row_count: rows.length } });
const commandsOf = (fix: string[], ...findings: ReturnType<typeof evidence>[]) =>
  fixCommands(detectionDefinition({ fix }), findings, linux);

test("each row of evidence fills the commands, and equal ones are listed once", () => {
  const found = evidence(["path", "mode"], ["/usr/bin/x", 4755], ["/usr/bin/x", 755]);
  expect(commandsOf(["chmod u-s {path}"], found)).toEqual([
    { agent_id: "web-1", hostname: "web-1", commands: ["chmod u-s /usr/bin/x"], omitted: 0 },
  ]);
});

test.each(["a b", "it's", "$(touch /tmp/x)", "`id`", "a;id", "-rf", "ä*?", "", "~root"])(
  "the shell reads the value %j as one word",
  (value) => {
    const [host] = commandsOf(["printf '<%s>' {path}"], evidence(["path"], [value]));
    expect(execFileSync("sh", ["-c", host!.commands[0]!], { encoding: "utf8" })).toBe(`<${value}>`);
  },
);

test("a row with a missing value or control characters gives no command", () => {
  const rows = [[null], ["/tmp/\u001b[201~"], ["/tmp/a\nb"], ["/ok"]];
  expect(commandsOf(["rm {path}"], evidence(["path"], ...rows))[0]?.commands).toEqual(["rm /ok"]);
  expect(commandsOf(["chown {owner} {path}"], evidence(["path"], ["/ok"]))).toEqual([]);
});

test("a detection without commands, and hosts of other systems, have none", () => {
  expect(fixCommands(detectionDefinition(), [evidence(["path"], ["/x"])], linux)).toEqual([]);
  const definition = detectionDefinition({ fix: ["rm {path}"] });
  for (const os of ["windows", "darwin"])
    expect(fixCommands(definition, [evidence(["path"], ["/x"])], () => os)).toEqual([]);
});

test("the numbers of hosts and commands are limited", () => {
  const rows = Array.from({ length: 50 }, (_, at) => [`/x${at}`]);
  const found = Array.from({ length: 30 }, () => evidence(["path"], ...rows));
  const hosts = commandsOf(["rm {path}"], ...found);
  expect([hosts.length, hosts[0]?.commands.length, hosts[0]?.omitted]).toEqual([20, 20, 30]);
});
