import { describe, expect, test } from "vitest";
import { parseWindowsWriteAccess } from "../../../../src/tables/services/windows-write-access/table.ts";
import { commandUse } from "../../../../src/tables/services/windows-write-access/uses.ts";
import { printedOn } from "../../../helpers/windows-host.ts";

const now = Date.UTC(2026, 0, 1);
const recorded = (name: "windows-10-22h2" | "windows-11-24h2") =>
  parseWindowsWriteAccess(printedOn(name, "windows-write-access"), now);
const of = (username: string) =>
  recorded("windows-10-22h2")
    .rows.filter((row) => row.username === username)
    .map(({ purpose, name, run_as, act, via, can_start }) => [
      purpose,
      name,
      run_as,
      act,
      via,
      can_start,
    ]);

describe("on a recorded machine", () => {
  test("everybody can put a file where an unquoted path is looked for first, and start the service", () => {
    expect(of("kiosk")).toEqual([["unquoted_path", "Waage", "SYSTEM", "create", "C:\\Waagen", 1]]);
  });

  test("a group can write a service's key and a task's script besides", () => {
    expect(of("o'brien & söhne")).toEqual([
      ["unquoted_path", "Waage", "SYSTEM", "create", "C:\\Waagen", 1],
      [
        "service_key",
        "Leser",
        "LOCAL SERVICE",
        "write",
        "HKLM\\SYSTEM\\CurrentControlSet\\Services\\Leser",
        0,
      ],
      ["task_program", "\\Abgleich", "SYSTEM", "write", "C:\\Skripte\\abgleich.ps1", null],
      ["task_program", "\\Nie", "Jürgen Müller", "replace", "C:\\Skripte", null],
    ]);
    expect(of("hanna").length, "an account of a domain in the same group").toBe(4);
  });

  test("administrators and disabled accounts have no rows", () => {
    const names = recorded("windows-10-22h2").rows.map(({ username }) => username);
    expect(new Set(names)).toEqual(new Set(["kiosk", "o'brien & söhne", "hanna"]));
  });

  test("a task that has a next run is scheduled, one for whoever is logged in has no row", () => {
    const tasks = recorded("windows-10-22h2").rows.filter((row) => row.purpose === "task_program");
    expect(tasks.map((row) => [row.name, row.enabled, row.scheduled, row.needs_login])).toEqual([
      ["\\Abgleich", 1, 1, 0],
      ["\\Abgleich", 1, 1, 0],
      ["\\Nie", 0, 0, 1],
      ["\\Nie", 0, 0, 1],
    ]);
  });

  test("an ordinary user's agent reports what it did not see", () => {
    const { rows, gaps } = recorded("windows-11-24h2");
    expect(rows).toEqual([]);
    expect(gaps.map(({ reason }) => reason)).toEqual(["denied", "denied"]);
  });
});

describe("the files of a command", () => {
  test.each([
    ["C:\\Windows\\a.exe -k x", "C:\\Windows\\a.exe", [], []],
    ['"C:\\Program Files\\A B\\c.exe" -k', "C:\\Program Files\\A B\\c.exe", [], []],
    [
      "C:\\Program Files\\A B\\c.exe -k",
      "C:\\Program Files\\A B\\c.exe",
      [],
      ["C:\\Program.exe", "C:\\Program Files\\A.exe"],
    ],
    [
      "C:\\App v1.2\\run it.exe",
      "C:\\App v1.2\\run it.exe",
      [],
      ["C:\\App.exe", "C:\\App v1.2\\run.exe"],
    ],
    ["C:\\My.App two\\c.exe", "C:\\My.App two\\c.exe", [], ["C:\\My.App"]],
    [
      "C:\\W\\powershell.exe -ExecutionPolicy Bypass -File C:\\s\\a.ps1 C:\\s\\b.ps1",
      "C:\\W\\powershell.exe",
      ["C:\\s\\a.ps1"],
      [],
    ],
    ['C:\\W\\cmd.exe /c ""C:\\s t\\a.bat" x"', "C:\\W\\cmd.exe", ["C:\\s t\\a.bat"], []],
    ["C:\\W\\powershell.exe -Command Remove-Item C:\\s\\a.ps1", "C:\\W\\powershell.exe", [], []],
    ["C:\\W\\robocopy.exe C:\\s\\a.bat D:\\", "C:\\W\\robocopy.exe", [], []],
    ["svchost.exe -k netsvcs", null, [], []],
    ["\\SystemRoot\\System32\\x.exe", null, [], []],
  ])("%s", (command, program, scripts, earlier) => {
    expect(commandUse(command)).toEqual({ program, scripts, earlier });
  });
});

const machine = (service: object, access: object[]) =>
  JSON.stringify({
    elevated: true,
    failed: [],
    seen: {
      accounts: [{ Name: "alice", SID: "S-1-5-21-1-2-3-1001", Disabled: false }],
      members: [],
      services: [
        { Name: "App", StartName: "LocalSystem", StartMode: "Auto", State: "Running", ...service },
      ],
      tasks: [],
      access,
    },
  });
const rowsOf = (service: object, access: object[] = []) =>
  parseWindowsWriteAccess(machine(service, access), now).rows.map(
    ({ purpose, act, can_start, enabled }) => [purpose, act, can_start, enabled],
  );

const closed = "O:BAG:SYD:(A;;FA;;;BA)";
const open = "O:BAG:SYD:(A;;FA;;;BA)(A;;0x1301bf;;;AU)";
const addsFiles = "O:BAG:SYD:(A;;FA;;;BA)(A;;0x2;;;AU)";

describe("a service", () => {
  const quoted = { PathName: '"C:\\App\\a.exe"', Key: closed, Own: "" };
  const lists = (folder: string, file: string) => [
    { Path: "C:\\App", Sddl: folder },
    { Path: "C:\\App\\a.exe", Sddl: file },
  ];

  test("a program that anybody can write", () => {
    expect(rowsOf(quoted, lists(closed, open))).toEqual([["service_program", "write", 0, 1]]);
  });

  test("a program in a folder that lets its files be replaced", () => {
    expect(rowsOf(quoted, lists("O:BAD:(A;;0x42;;;AU)", closed))).toEqual([
      ["service_program", "replace", 0, 1],
    ]);
  });

  test("a folder that only takes new files", () => {
    expect(rowsOf(quoted, lists(addsFiles, closed))).toEqual([["service_folder", "add to", 0, 1]]);
  });

  test("a program that is missing, where anybody can create it", () => {
    expect(rowsOf(quoted, [{ Path: "C:\\App", Sddl: addsFiles }])).toEqual([
      ["service_program", "create", 0, 1],
    ]);
  });

  test("quotes leave nothing open", () => {
    const above = [{ Path: "C:\\", Sddl: open }];
    const lists = [
      { Path: "C:\\My App", Sddl: closed },
      { Path: "C:\\My App\\a.exe", Sddl: closed },
    ];
    expect(rowsOf({ ...quoted, PathName: '"C:\\My App\\a.exe"' }, [...above, ...lists])).toEqual(
      [],
    );
    expect(rowsOf({ ...quoted, PathName: "C:\\My App\\a.exe" }, [...above, ...lists])).toEqual([
      ["unquoted_path", "create", 0, 1],
    ]);
  });

  test("its library counts like its program", () => {
    const dll = [
      { Path: "C:\\App", Sddl: closed },
      { Path: "C:\\App\\x.dll", Sddl: open },
    ];
    expect(
      rowsOf({ ...quoted, PathName: "svchost.exe -k a", ServiceDll: "C:\\App\\x.dll" }, dll),
    ).toEqual([["service_program", "write", 0, 1]]);
  });

  test("one that anybody can configure", () => {
    expect(rowsOf({ ...quoted, Own: "D:(A;;DC;;;AU)" })).toEqual([["service", "configure", 0, 1]]);
  });

  test("starting needs stopping where it runs; a list that was not read leaves it open", () => {
    const key = "O:BAD:(A;;KA;;;AU)";
    const start = (own: string | null, State = "Running") =>
      rowsOf({ ...quoted, Key: key, Own: own, State })[0]?.[2];
    expect(start("D:(A;;RP;;;AU)")).toBe(0);
    expect(start("D:(A;;RPWP;;;AU)")).toBe(1);
    expect(start("D:(A;;RP;;;AU)", "Stopped")).toBe(1);
    expect(start("")).toBe(0);
    expect(start(null)).toBeNull();
  });
});
