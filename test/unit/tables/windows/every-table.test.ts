import fc from "fast-check";
import { expect, test } from "vitest";
import { TableUnavailable } from "../../../../src/tables/host/gap.ts";
import type { Collected, CollectedTable } from "../../../../src/tables/model/table.ts";
import { tables } from "../../../../src/tables/registry.ts";
import { windowsHost, windowsHosts, windowsScripts } from "../../../helpers/windows-host.ts";

const windowsTables = tables.filter(
  (table): table is CollectedTable => table.platforms.includes("win32") && "collect" in table,
);
/** The clock needs no PowerShell. */
const byPowerShell = windowsTables.filter(({ name }) => name !== "time");

const fits: Record<string, (value: unknown) => boolean> = {
  TEXT: (value) => typeof value === "string",
  INTEGER: Number.isInteger,
  BIGINT: (value) => Number.isInteger(value) || typeof value === "bigint",
  DOUBLE: Number.isFinite,
};

function expectDeclared(table: CollectedTable, { rows }: Collected): void {
  for (const row of rows)
    for (const [column, value] of Object.entries(row)) {
      const type = table.columns[column];
      expect(type, `${table.name}.${column} is declared`).toBeDefined();
      if (value !== null && value !== undefined)
        expect(fits[type!]!(value), `${table.name}.${column}: ${value} is ${type}`).toBe(true);
    }
}

test("every table of Windows has a recorded answer", () => {
  const names = windowsTables.map(({ name }) => name);
  for (const name of [
    "processes",
    "listening_ports",
    "process_open_sockets",
    "mounts",
    "users",
    "groups",
    "user_groups",
    "os_version",
    "system_info",
    "uptime",
    "interface_addresses",
    "logical_drives",
    "services",
    "programs",
    "patches",
    "startup_items",
    "scheduled_tasks",
    "logged_in_users",
    "windows_firewall_rules",
    "windows_firewall_profiles",
    "windows_security_products",
    "bitlocker_info",
    "disk_encryption",
    "windows_accounts",
    "windows_optional_features",
    "windows_saved_passwords",
    "windows_settings",
    "windows_write_access",
    "secureboot",
    "etc_hosts",
  ])
    expect(names).toContain(name);
});

test.each(windowsHosts)(
  "on %s every table's values are declared and of their type",
  async (name) => {
    const host = windowsHost(name);
    let filled = 0;
    for (const table of windowsTables) {
      try {
        const collected = await table.collect(host);
        expectDeclared(table, collected);
        filled += Number(collected.rows.length > 0);
      } catch (error) {
        expect(error, table.name).toBeInstanceOf(TableUnavailable);
      }
    }
    expect(filled).toBeGreaterThan(windowsTables.length / 2);
  },
);

test("a machine without PowerShell has none of its tables", async () => {
  const host = { ...windowsHost("windows-10-22h2"), run: noPowerShell };
  const collect = async (table: CollectedTable) => table.collect(host);
  for (const table of byPowerShell)
    await expect(collect(table), table.name).rejects.toMatchObject({ reason: "table_missing" });
});

async function noPowerShell(tool: string): Promise<never> {
  throw new TableUnavailable("table_missing", `${tool} is not installed`);
}

test.each(Object.entries(windowsScripts))(
  "the script for %s fits a command line without escapes",
  (_, script) => {
    // Windows takes 32,767 characters; a double quote or a line's end would need escapes.
    expect(script).toMatch(/^[^"\r\n]+$/);
    expect(script.length).toBeLessThan(8000);
  },
);

test("scripts only read", () => {
  const readers =
    /^(Get-(Acl|CimInstance|CimClass|Item|ItemProperty|ChildItem|Date|NetFirewallProfile)|Test-Path|Split-Path|Select-Object|Where-Object|ForEach-Object|Sort-Object|New-Object|ConvertTo-Json|Invoke-CimMethod)$/;
  for (const script of Object.values(windowsScripts)) {
    for (const [cmdlet] of script.matchAll(/\b[A-Z][a-z]+-[A-Z]\w+\b/g))
      expect(cmdlet).toMatch(readers);
    for (const [, method] of script.matchAll(/-MethodName (\w+)/g)) expect(method).toMatch(/^Get/);
  }
});

/** JSON of the right shape and every wrong value. */
const hostile = (queries: string[]) =>
  fc.record({
    failed: fc.array(
      fc.oneof(fc.jsonValue(), fc.record({ query: fc.constantFrom(...queries, "x") })),
    ),
    elevated: fc.jsonValue(),
    seen: fc.dictionary(
      fc.constantFrom(...queries),
      fc.oneof(
        fc.jsonValue(),
        fc.array(fc.dictionary(fc.constantFrom(...fieldNames), fc.jsonValue({ maxDepth: 1 }))),
      ),
    ),
  });

const fieldNames = [
  ...new Set(Object.values(windowsScripts).flatMap((script) => script.match(/\b[A-Z]\w+/g) ?? [])),
];

test.each(byPowerShell.map((table) => [table.name, table] as const))(
  "%s takes whatever PowerShell prints",
  async (_, table) => {
    const base = windowsHost("windows-10-22h2");
    let queries: string[] = [];
    const spy = async (_tool: string, args: string[]) => {
      queries = [...args[3]!.matchAll(/\$seen\['(\w+)'\]=/g)].map((match) => match[1]!);
      return { stdout: "", exitCode: 1 };
    };
    await expect(async () => table.collect({ ...base, run: spy })).rejects.toMatchObject({
      reason: "error",
    });
    const outcome = async (stdout: string) => {
      try {
        const run = async () => ({ stdout, exitCode: 0 });
        expectDeclared(table, await table.collect({ ...base, run }));
      } catch (error) {
        if (!(error instanceof TableUnavailable)) throw error;
      }
    };
    await fc.assert(
      fc.asyncProperty(hostile(queries), (answer) => outcome(JSON.stringify(answer))),
      { numRuns: 30 },
    );
    await fc.assert(fc.asyncProperty(fc.string(), outcome), { numRuns: 20 });
  },
);
