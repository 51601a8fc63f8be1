import { expect, test } from "vitest";
import { windowsTool } from "../../../../src/tables/host/windows-tool.ts";

test("tools are run by their full path in Windows' own folders", () => {
  const environment = { SystemRoot: "D:\\Windows\\", ProgramFiles: "E:\\Programme" };
  expect(windowsTool("powershell.exe", environment).file).toBe(
    "D:\\Windows\\System32\\WindowsPowerShell\\v1.0\\powershell.exe",
  );
  expect(windowsTool("pwsh.exe", environment).file).toBe("E:\\Programme\\PowerShell\\7\\pwsh.exe");
  expect(windowsTool("quser.exe", environment).file).toBe("D:\\Windows\\System32\\quser.exe");
});

test("a tool's environment has the folders it needs and none of the agent's secrets", () => {
  const environment = {
    SystemRoot: "C:\\Windows",
    SERVICE_API_KEY: "secret",
    PSModulePath: "C:\\x",
  };
  const { env } = windowsTool("powershell.exe", environment);
  expect(JSON.stringify(env)).not.toContain("secret");
  expect(env.PATH?.split(";")[0]).toBe("C:\\Windows\\System32");
  expect(env.PSModulePath).toBe("C:\\Windows\\System32\\WindowsPowerShell\\v1.0\\Modules");
  expect(env.SystemDrive).toBe("C:");
});

test.each([undefined, "", "Windows", "\\\\share\\Windows", "C:\\a;C:\\b", 'C:\\"'])(
  "a SystemRoot of %j is ignored",
  (SystemRoot) => {
    expect(windowsTool("powershell.exe", { SystemRoot }).env.SystemRoot).toBe("C:\\Windows");
  },
);
