import { spawnSync } from "node:child_process";
import fc from "fast-check";
import { expect, test } from "vitest";
import { launchdPlist, launchdService } from "../../../../src/agent/service/launchd.ts";
import { serviceFor } from "../../../../src/agent/service/service-for.ts";
import { windowsService, windowsTask } from "../../../../src/agent/service/windows.ts";
import { hostilePaths, spec } from "./service-spec.ts";

const hasPython = spawnSync("python3", ["-c", "import plistlib"]).status === 0;
if (!hasPython) console.warn("Skipped: the comparison with Python's XML readers needs python3.");

/** What Python's XML readers make of each document. One process reads them all: each start costs 0.1 s. */
function readEach(program: string, documents: string[]): unknown[] {
  const input = JSON.stringify(documents);
  const { stdout, stderr, status } = spawnSync("python3", ["-c", program], { input });
  if (status !== 0) throw new Error(String(stderr));
  return JSON.parse(String(stdout));
}

const plistReader =
  "import sys,plistlib,json; print(json.dumps([plistlib.loads(one.encode()) for one in json.load(sys.stdin)]))";
const taskReader = `
import sys,json,xml.etree.ElementTree as E
n={'t':'http://schemas.microsoft.com/windows/2004/02/mit/task'}
exec_of=lambda one: E.fromstring(one.replace('encoding="UTF-16"','')).find('.//t:Exec',n)
print(json.dumps([[x.text for x in exec_of(one)] for one in json.load(sys.stdin)]))`;

const windowsSpec = {
  ...spec,
  program: ["C:\\Program Files\\nodejs\\node.exe", "C:\\inquest\\bin\\run.js"] as [string, string],
  configPath: "C:\\ProgramData\\inquest\\agent.json",
};

test.skipIf(!hasPython)("a plist reader gets every argument unchanged", () => {
  const servicesAt = hostilePaths.map((path) => ({
    program: [`/opt/${path}`, path] as [string, string],
    configPath: `/etc/${path}`,
  }));
  const plists = servicesAt.map((paths) => launchdPlist({ ...spec, ...paths, user: "ada" }));
  const [plain, ...hostile] = readEach(plistReader, [launchdPlist(spec), ...plists]);
  expect(hostile).toMatchObject(
    servicesAt.map(({ program, configPath }) => ({
      ProgramArguments: [...program, "--config", configPath],
      UserName: "ada",
      KeepAlive: true,
      RunAtLoad: true,
    })),
  );
  expect(plain).toMatchObject({
    EnvironmentVariables: { SERVICE_CACHE_DIR: "/var/db/inquest-agent" },
  });
});

test("a cache folder from the config is not overridden", () => {
  expect(launchdPlist({ ...spec, cacheDir: "/srv/cache" })).not.toContain("SERVICE_CACHE_DIR");
});

test("a loaded daemon is unloaded before its new definition is loaded", () => {
  expect(launchdService(spec).start.map(({ args }) => args[0])).toEqual([
    "bootout",
    "enable",
    "bootstrap",
  ]);
});

/** CommandLineToArgvW, as its documentation has it. */
function splitWindows(line: string): string[] {
  const words: string[] = [];
  let word: string | null = null;
  let quoted = false;
  for (let at = 0; at < line.length; at++) {
    if (line[at] === "\\") {
      let slashes = 0;
      while (line[at + slashes] === "\\") slashes++;
      const isEscape = line[at + slashes] === '"';
      word = (word ?? "") + "\\".repeat(isEscape ? slashes >> 1 : slashes);
      at += slashes - 1;
      if (isEscape && slashes % 2 === 1) {
        word += '"';
        at++;
      }
    } else if (line[at] === '"') {
      quoted = !quoted;
      word ??= "";
    } else if (line[at] === " " && !quoted) {
      if (word !== null) words.push(word);
      word = null;
    } else word = (word ?? "") + line[at];
  }
  return word === null ? words : [...words, word];
}

test.skipIf(!hasPython)("a task's arguments arrive unchanged", () => {
  const args = [...hostilePaths.filter((path) => !/%.*%/.test(path)), "end\\\\", '\\\\"', ""];
  const task = windowsTask({ ...windowsSpec, program: ["C:\\a b\\node.exe", ...args] });
  const [[command, line]] = readEach(taskReader, [task]) as [[string, string]];
  expect(command).toBe('"C:\\a b\\node.exe"');
  expect(splitWindows(line)).toEqual([...args, "--config", windowsSpec.configPath]);
});

test("any arguments arrive unchanged", () => {
  const word = fc.string({ unit: fc.constantFrom("\\", '"', " ", "a", "'") });
  fc.assert(
    fc.property(fc.array(word), (args) => {
      const task = windowsTask({ ...windowsSpec, program: ["C:\\node.exe", ...args] });
      const line = /<Arguments>(.*)<\/Arguments>/.exec(task)![1]!;
      const text = line.replaceAll("&quot;", '"').replaceAll("&apos;", "'");
      expect(splitWindows(text)).toEqual([...args, "--config", windowsSpec.configPath]);
    }),
  );
});

test("the task runs as SYSTEM, or as a user without a stored password", () => {
  expect(windowsTask(windowsSpec)).toContain("<UserId>S-1-5-18</UserId>");
  const { text, notes } = windowsService({ ...windowsSpec, user: "ACME\\ada" });
  expect(text).toMatch(/<UserId>ACME\\ada<\/UserId>\s*<LogonType>S4U</);
  expect(notes).toHaveLength(2);
});

test("values that no definition can hold are refused", () => {
  for (const path of ["/a\nUser=root", "/a\0b", "/a\u0007", "relative", "/a\ud800"])
    for (const platform of ["linux", "darwin"] as const) {
      expect(() => serviceFor(platform, { ...spec, program: [path] })).toThrow(/The path/);
      expect(() => serviceFor(platform, { ...spec, configPath: path })).toThrow(/The path/);
    }
  for (const user of ["a b", "a\nExecStart=/x", "", "-x", "%n"])
    expect(() => serviceFor("linux", { ...spec, user })).toThrow(/valid user name/);
  expect(() => serviceFor("win32", { ...windowsSpec, configPath: "C:\\%TEMP%\\a" })).toThrow(
    /percent/,
  );
  expect(() => serviceFor("aix", spec)).toThrow(/no service definition for aix/);
});
