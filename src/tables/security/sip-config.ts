import { TableUnavailable } from "../host/gap.ts";
import type { Host } from "../host/port.ts";
import type { Collected, CollectedTable, Row } from "../model/table.ts";

/** The row `sip` is the protection as a whole; the others are exceptions from it. */
export const sipConfig: CollectedTable = {
  name: "sip_config",
  description: "macOS System Integrity Protection and its exceptions.",
  platforms: ["darwin"],
  columns: { config_flag: "TEXT", enabled: "INTEGER", enabled_nvram: "INTEGER" },
  collect: collectSipConfig,
};

/** csrutil's labels, by osquery's flag names. */
const flags = new Map([
  ["Apple Internal", "allow_apple_internal"],
  ["Kext Signing", "allow_untrusted_kexts"],
  ["Filesystem Protections", "allow_unrestricted_fs"],
  ["Debugging Restrictions", "allow_task_for_pid"],
  ["DTrace Restrictions", "allow_unrestricted_dtrace"],
  ["NVRAM Protections", "allow_unrestricted_nvram"],
  ["BaseSystem Verification", "allow_any_recovery_os"],
]);

async function collectSipConfig(host: Host): Promise<Collected> {
  const { stdout } = await host.run("csrutil", ["status"]);
  const rows = parseCsrutil(stdout);
  if (rows.length === 0) throw new TableUnavailable("error", "csrutil: no status in its output");
  return { rows, gaps: [] };
}

/**
 * The row "sip" is the protection as a whole; in a custom configuration each flag has a row,
 * enabled when it removes a protection. csrutil doesn't show the NVRAM setting for the next boot.
 */
export function parseCsrutil(text: string): Row[] {
  const status = /^System Integrity Protection status: (enabled|disabled|unknown)\b/m.exec(text);
  if (!status) return [];
  // csrutil prints "unknown" for a custom configuration on Apple silicon.
  const enabled = status[1] === "unknown" ? null : Number(status[1] === "enabled");
  const rows: Row[] = [{ config_flag: "sip", enabled }];
  for (const [, name = "", word] of text.matchAll(/^\s+([A-Za-z ]+): (enabled|disabled)\s*$/gm)) {
    const config_flag = flags.get(name);
    // Apple internal is the only flag whose "enabled" removes a protection.
    const taken = config_flag === "allow_apple_internal" ? "enabled" : "disabled";
    if (config_flag) rows.push({ config_flag, enabled: Number(word === taken) });
  }
  return rows;
}
