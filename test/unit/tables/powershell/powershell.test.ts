import { expect, test } from "vitest";
import { TableUnavailable } from "../../../../src/tables/host/gap.ts";
import type { CommandOutput } from "../../../../src/tables/host/port.ts";
import { collectWith, powershellScript } from "../../../../src/tables/powershell/powershell.ts";
import { windowsHost } from "../../../helpers/windows-host.ts";

const script = powershellScript({ first: "Get-One", second: "Get-Two\n | Select-Object A" });

/** Collects with tools that answer, or are refused, by their name. */
async function collect(tools: Record<string, CommandOutput | TableUnavailable>) {
  const ran: string[] = [];
  const run = async (tool: string) => {
    ran.push(tool);
    const answer = tools[tool] ?? new TableUnavailable("table_missing", `${tool} is not installed`);
    if (answer instanceof TableUnavailable) throw answer;
    return answer;
  };
  const echo = (printed: string) => ({ rows: [{ printed }], gaps: [] });
  const host = { ...windowsHost("windows-10-22h2"), run };
  return { collected: await collectWith(script, echo)(host), ran };
}

test("each query of a script is caught by itself, and all of it is one line", () => {
  expect(script).toContain("try{$seen['first']=@(Get-One)}catch{$failed+=@{query='first';");
  expect(script).toContain("try{$seen['second']=@(Get-Two | Select-Object A)}catch{");
  expect(script).not.toContain("\n");
});

test("Windows PowerShell is run, or PowerShell 7 where it is missing", async () => {
  const output = { stdout: "x", exitCode: 0 };
  expect((await collect({ "powershell.exe": output, "pwsh.exe": output })).ran).toEqual([
    "powershell.exe",
  ]);
  const second = await collect({ "pwsh.exe": output });
  expect(second.ran).toEqual(["powershell.exe", "pwsh.exe"]);
  expect(second.collected.rows).toEqual([{ printed: "x" }]);
});

test("a denied or timed out PowerShell is not retried with another", async () => {
  const output = { stdout: "x", exitCode: 0 };
  for (const reason of ["denied", "timed_out", "error"] as const) {
    const refused = new TableUnavailable(reason, "no");
    const tools = { "powershell.exe": refused, "pwsh.exe": output };
    await expect(collect(tools)).rejects.toMatchObject({ reason });
  }
  await expect(collect({})).rejects.toMatchObject({
    reason: "table_missing",
    message: "pwsh.exe is not installed",
  });
});
