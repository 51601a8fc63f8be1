import { mkdirSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { installService, uninstallService } from "../../../../src/agent/service/install-service.ts";
import { runCommand } from "../../../../src/agent/service/run-command.ts";
import { systemdService } from "../../../../src/agent/service/systemd.ts";
import type { ServiceCommand } from "../../../../src/agent/service/types.ts";
import { windowsService } from "../../../../src/agent/service/windows.ts";
import { temporaryFolder } from "../../../helpers/temporary-folder.ts";
import { spec } from "./service-spec.ts";

function definitionIn(folder: string) {
  return { ...systemdService(spec), path: join(folder, "units", "inquest-agent.service") };
}

function recorder() {
  const lines: string[] = [];
  const run = async ({ tool, args }: ServiceCommand) => {
    lines.push([tool, ...args].join(" "));
  };
  return { lines, run };
}

test("an install writes the unit and starts it; a second one changes nothing and restarts it", async () => {
  const definition = definitionIn(temporaryFolder());
  const { lines, run } = recorder();
  const first = await installService(definition, run);
  expect(first.action).toBe("installed");
  expect(first.commands).toEqual(lines);
  expect(lines).toEqual([
    "systemctl daemon-reload",
    "systemctl enable inquest-agent.service",
    "systemctl restart inquest-agent.service",
  ]);
  expect(readFileSync(definition.path, "utf8")).toBe(definition.text);
  expect(statSync(definition.path).mode & 0o777).toBe(0o644);
  const before = statSync(definition.path).mtimeMs;
  expect((await installService(definition, run)).action).toBe("unchanged");
  expect(statSync(definition.path).mtimeMs).toBe(before);
  const other = { ...definition, text: "# other\n" };
  expect((await installService(other, run)).action).toBe("replaced");
  expect(readdirSync(dirname(definition.path))).toEqual(["inquest-agent.service"]);
});

test("an uninstall reverses it, and does nothing if nothing is installed", async () => {
  const definition = definitionIn(temporaryFolder());
  await installService(definition, recorder().run);
  const { lines, run } = recorder();
  expect((await uninstallService(definition, run)).action).toBe("removed");
  expect(lines).toEqual([
    "systemctl disable --now inquest-agent.service",
    "systemctl daemon-reload",
  ]);
  expect(readdirSync(dirname(definition.path))).toEqual([]);
  expect(await uninstallService(definition, run)).toMatchObject({ action: "absent", commands: [] });
  expect(lines).toHaveLength(2);
});

test("a write that is not permitted is reported with the next step", async () => {
  const path = join(temporaryFolder(), "folder");
  mkdirSync(path);
  await expect(
    installService({ ...definitionIn("/"), path }, recorder().run),
  ).rejects.toMatchObject({
    code: "service_failed",
    message: expect.stringContaining(`${path} can't be changed`),
  });
});

test("Windows gets its task in UTF-16, with a byte order mark", async () => {
  const path = join(temporaryFolder(), "task.xml");
  const windows = { ...spec, program: ["C:\\node.exe"] as [string], configPath: "C:\\a.json" };
  await installService({ ...windowsService(windows), path }, recorder().run);
  expect(readFileSync(path).subarray(0, 4)).toEqual(Buffer.from([0xff, 0xfe, 0x3c, 0]));
});

test("a tool that fails or is missing is reported in one sentence", async () => {
  const tool = { tool: process.execPath, args: ["-e", "console.error('no bus'); process.exit(3)"] };
  await expect(runCommand(tool)).rejects.toMatchObject({
    code: "service_failed",
    message: expect.stringMatching(/failed: no bus$/),
  });
  await expect(runCommand({ ...tool, mayFail: true })).resolves.toBeUndefined();
  await expect(runCommand({ tool: "no-such-tool", args: [], mayFail: true })).rejects.toThrow(
    /no-such-tool is not installed/,
  );
});
